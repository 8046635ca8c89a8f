import { text } from '#web/search.ts'
import { parseDate } from '#web/ui/date-time/date-text.ts'

/** A day of the first week; without it the week of today. */
export type ShiftsSearch = { start?: string }

export const shiftsSearch = (search: Record<string, unknown>): ShiftsSearch => {
  const start = text(search['start'])
  return start !== '' && parseDate(start) === start ? { start } : {}
}
