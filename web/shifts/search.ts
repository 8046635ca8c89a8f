import { isDay, text } from '#web/search.ts'

/** A day of the first week; without it the week of today. */
export type ShiftsSearch = { start?: string }

export const shiftsSearch = (search: Record<string, unknown>): ShiftsSearch => {
  const start = text(search['start'])
  return isDay(start) ? { start } : {}
}
