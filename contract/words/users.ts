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

/** Translates a filter of earlier releases, for bookmarked addresses. */
export const toCurrentUserFilter = (word: string) => (word === 'Ohne Passwort' ? 'Ohne Zugang' : word)

/** States of the mail that carries a link. */
export const mailStates = ['waiting', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

export const invitationChannels = ['email', 'sheet', 'link'] as const
export type InvitationChannel = (typeof invitationChannels)[number]
/** Upper bound of people on one sheet. */
export const maxPeoplePerSheet = 250
