import { auditKinds, objectKinds } from '#contract/words/audit.ts'
import { isDay, parseChoice, parseOrderParam, parsePageNumber, parseText } from '#web/search.ts'

/** Search params of the audit log. Days as `YYYY-MM-DD`, an object as `doc 7`. An empty string filters nothing. */
export type AuditSearch = {
  page: number
  user_id: string
  object: string
  kind: string
  start: string
  end: string
  order_by: string
}

export const auditSearch = (search: Record<string, unknown>): AuditSearch => ({
  page: parsePageNumber(search['page']),
  user_id: isId(parseText(search['user_id'])) ? parseText(search['user_id']) : '',
  object: isObjectKey(parseText(search['object'])) ? parseText(search['object']) : '',
  kind: parseChoice(search['kind'], auditKinds),
  start: parseDay(search['start']),
  end: parseDay(search['end']),
  order_by: parseOrderParam(search['order_by'], '-at', ['at']),
})

const isId = (value: string) => /^[1-9]\d{0,8}$/.test(value)
const isObjectKey = (value: string) =>
  objectKinds.some((kind) => value.startsWith(`${kind} `) && isId(value.slice(kind.length + 1)))
const parseDay = (value: unknown) => (isDay(value) ? value : '')

/** Translates the search params into the query of the call. */
export const toQuery = ({ user_id, object, kind, start, end }: AuditSearch) => ({
  ...(user_id !== '' && { user_id: Number(user_id) }),
  object,
  kind,
  date_start: start,
  date_end: end,
})
