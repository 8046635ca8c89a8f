// What the filters of the audit log mean in the table: each word of the kinds stands for some actions, by what stands
// before their dot.
import type { AuditKind } from '#contract/audit.ts'
import { auditKinds } from '#contract/words/audit.ts'
import { dayIn } from '#server/http/input/day-in.ts'
import { oneOf } from '#server/lists/list-store.ts'
import type { Narrowed } from './store.ts'

export const kindsOf: Record<AuditKind, readonly string[]> = {
  Ablehnungen: ['refused'],
  Anmeldungen: ['auth', 'session'],
  'Benutzer und Rechte': [
    'user',
    'users',
    'assignment',
    'audit',
    'retention',
    'backup',
    'company',
    'token',
    'webhook',
  ],
  Gruppen: ['group'],
  Prozesse: ['doc'],
  Veranstaltungen: ['happening', 'happenings', 'subhappening', 'times'],
  'Chats und Geräte': ['chat', 'push'],
}

type Filters = {
  user_id?: number | undefined
  object: string
  kind: string
  date_start: string
  date_end: string
}

export function narrowed({ user_id, object, kind, date_start, date_end }: Filters): Narrowed {
  const wanted = oneOf(auditKinds, kind, 'kind')
  return {
    user_id,
    object: given(object),
    kind: wanted && kindsOf[wanted],
    date_start: day(date_start, 'date_start'),
    date_end: day(date_end, 'date_end'),
  }
}

const given = (value: string) => (value === '' || value === 'null' ? undefined : value)

function day(value: string, name: string): string | undefined {
  const date = given(value)
  return date && dayIn(date, ['query', name]).toString()
}
