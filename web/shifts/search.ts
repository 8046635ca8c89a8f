import { isDay, pageNumber, text } from '#web/search.ts'

/** A day of the first week; without it the week of today. And the shift that is opened. */
export type ShiftsSearch = { start?: string; shift?: number }

export const shiftsSearch = (search: Record<string, unknown>): ShiftsSearch => {
  const [start, shift] = [text(search['start']), pageNumber(search['shift'])]
  return { ...(isDay(start) && { start }), ...(shift > 0 && { shift }) }
}
