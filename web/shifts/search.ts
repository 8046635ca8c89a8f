import { isDay, parsePageNumber, parseText } from '#web/search.ts'

/** `start`: a day of the first week, by default of the current week. `shift`: id of the opened shift. */
export type ShiftsSearch = { start?: string; shift?: number }

export const shiftsSearch = (search: Record<string, unknown>): ShiftsSearch => {
  const [start, shift] = [parseText(search['start']), parsePageNumber(search['shift'])]
  return { ...(isDay(start) && { start }), ...(shift > 0 && { shift }) }
}
