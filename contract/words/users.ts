/** What the list of users can be narrowed to. */
export const userFilters = ['Admin', 'Benutzer', 'Lokal', 'Planer', 'Ohne Passwort', 'Deaktiviert'] as const
