/** What the list of users can be narrowed to. */
export const userFilters = [
  'Admin',
  'Benutzer',
  'Lokal',
  'Planer',
  'Ohne Zugang',
  'Eingeladen',
  'Nie angemeldet',
  'Deaktiviert',
  'Gesperrt',
] as const

/** A word of former releases, in addresses that somebody has kept. */
export const presentFilter = (word: string) => (word === 'Ohne Passwort' ? 'Ohne Zugang' : word)

/** What has become of the mail that brings a link. */
export const mailStates = ['waiting', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

/** How an invitation reaches people. */
export const invitationWays = ['email', 'sheet', 'link'] as const
export type InvitationWay = (typeof invitationWays)[number]
/** So many people are put on one sheet. */
export const mostOnSheet = 250
