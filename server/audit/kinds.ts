// Which actions belong to each word of the filter, by what stands before their dot.
import type { AuditKind } from '#contract/audit.ts'

export const kindsOf: Record<AuditKind, readonly string[]> = {
  Ablehnungen: ['refused'],
  Anmeldungen: ['auth', 'session'],
  'Benutzer und Rechte': ['user', 'users', 'assignment', 'audit', 'retention', 'backup'],
  Gruppen: ['group'],
  Prozesse: ['doc'],
  Veranstaltungen: ['happening', 'happenings', 'subhappening', 'times'],
  'Chats und Geräte': ['chat', 'push'],
}
