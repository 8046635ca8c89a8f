import { formatDayAndDate } from '../format.ts'

const DAY_MS = 86_400_000

/** 'Heute', 'Morgen', 'Gestern', else 'Sa. 03.04.2027'. Both as `YYYY-MM-DD`. */
export function dayInWords(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  return { '-1': 'Gestern', 0: 'Heute', 1: 'Morgen' }[days] ?? formatDayAndDate(day)
}
