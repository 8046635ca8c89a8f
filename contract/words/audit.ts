/** Filters of the audit log. */
export const auditKinds = [
  'Ablehnungen',
  'Anmeldungen',
  'Benutzer und Rechte',
  'Gruppen',
  'Prozesse',
  'Veranstaltungen',
  'Chats und Geräte',
] as const
/** Kinds of objects of an audit row. */
export const objectKinds = ['user', 'group', 'doc', 'happening', 'subhappening'] as const
