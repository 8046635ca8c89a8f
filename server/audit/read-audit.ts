import type { AuditItem } from '#contract/audit.ts'
import type { ListQuery } from '#contract/shapes.ts'
import { auditKinds } from '#contract/words/audit.ts'
import { parseDay } from '#server/http/input/day-in.ts'
import type { Kontor } from '#server/kontor.ts'
import { parseChoice } from '#server/lists/list-store.ts'
import { prefixesOf, sentenceOf } from './actions.ts'
import { findNames, type NameLookup } from './names-store.ts'
import { type AuditFilter, type AuditRow, listAudit, MAX_LISTED_ROWS } from './store.ts'

/** A page of the audit log, with present names and a sentence per row. */
export async function readAudit(
  { db, config }: Pick<Kontor, 'db' | 'config'>,
  query: AuditFilter & Pick<ListQuery, 'order_by' | 'page' | 'per_page'>,
) {
  const { items, pages } = await listAudit(db, query, config.timeZone)
  return {
    items: await withNames(db, items),
    pages,
    more: pages >= Math.ceil(MAX_LISTED_ROWS / query.per_page),
  }
}

export async function withNames(db: Kontor['db'], rows: readonly AuditRow[]) {
  const people = rows.flatMap(({ user_id }) => (user_id === null ? [] : [`user ${user_id}`]))
  const names = await findNames(db, new Set([...people, ...rows.flatMap(({ objects }) => objects)]))
  return rows.map((row) => toItem(row, names))
}

const toItem = (
  { id, at, user_id, action, subject, objects, objects_in_all, address }: AuditRow,
  names: NameLookup,
): Omit<AuditItem, 'at'> & { at: Date } => ({
  id,
  at,
  user_id,
  display_name: user_id === null ? null : names.person(user_id),
  action,
  sentence: sentenceOf(action, subject as Record<string, unknown>),
  objects: objects.map(names.object),
  more_objects: objects_in_all - objects.length,
  address,
})

type Filters = {
  user_id?: number | undefined
  object: string
  kind: string
  date_start: string
  date_end: string
}

export function toFilter({ user_id, object, kind, date_start, date_end }: Filters): AuditFilter {
  const wanted = parseChoice(auditKinds, kind, 'kind')
  return {
    user_id,
    object: valueOrNone(object),
    kind: wanted && prefixesOf(wanted),
    date_start: day(date_start, 'date_start'),
    date_end: day(date_end, 'date_end'),
  }
}

const valueOrNone = (value: string) => (value === '' || value === 'null' ? undefined : value)

function day(value: string, name: string): string | undefined {
  const date = valueOrNone(value)
  return date && parseDay(date, ['query', name]).toString()
}
