/** What the audit log can be narrowed to. */
export const auditKinds = [
  'Ablehnungen',
  'Anmeldungen',
  'Benutzer und Rechte',
  'Gruppen',
  'Prozesse',
  'Veranstaltungen',
  'Chats und Geräte',
] as const
/** What a row of it may be about. */
export const objectKinds = ['user', 'group', 'doc', 'happening', 'subhappening'] as const
