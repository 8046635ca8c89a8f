import { auditKinds, objectKinds } from '#contract/words/audit.ts'
import { oneOf, order, pageNumber, text } from '#web/search.ts'
import { parseDate } from '#web/ui/date-time/date-text.ts'

/** What the audit log can be asked by its address. Days as `YYYY-MM-DD`, an object as `doc 7`; empty for none. */
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
  page: pageNumber(search['page']),
  user_id: fitting(search['user_id'], /^[1-9]\d{0,8}$/),
  object: fitting(search['object'], isObject),
  kind: oneOf(search['kind'], auditKinds),
  start: day(search['start']),
  end: day(search['end']),
  order_by: order(search['order_by'], '-at', ['at']),
})

const isObject = new RegExp(`^(${objectKinds.join('|')}) [1-9]\\d{0,8}$`)
const fitting = (value: unknown, form: RegExp) => (form.test(text(value)) ? text(value) : '')
/** One that exists: no 31.02. */
const day = (value: unknown) => (parseDate(text(value)) === value ? text(value) : '')

/** As the server is asked. */
export const narrowed = ({ user_id, object, kind, start, end }: AuditSearch) => ({
  ...(user_id !== '' && { user_id: Number(user_id) }),
  object,
  kind,
  date_start: start,
  date_end: end,
})
