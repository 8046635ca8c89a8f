// Status texts of documents and answers, for server and browser.
export const docStatuses = ['Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiviert'] as const
/** Documents of any other status are visible to administrators only. */
export const docStatusesForStaff: readonly string[] = [
  'Aktiv',
  'Erledigt',
] satisfies (typeof docStatuses)[number][]
/** Filters of the list of documents. Deleted ones appear only under „Gelöscht“, and only for administrators. */
export const docFilters = [...docStatuses, 'Gelöscht'] as const
/** Filter of results: everybody, people with answers, or people without. */
export const fillFilters = ['all', 'filled', 'empty'] as const
