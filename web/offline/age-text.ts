import { addDays, today as dayOf } from '#web/ui/date-time/days.ts'
import { formatDate, formatDateTime } from '#web/ui/format.ts'

/** 'Stand: heute, 14:32 Uhr'; other days as a date, in the device's time zone. `at` in ms. */
export function ageText(at: number, today: string): string {
  const day = dayOf(new Date(at))
  const word = day === today ? 'heute' : day === addDays(today, -1) ? 'gestern' : formatDate(day)
  return `Stand: ${word}, ${formatDateTime(new Date(at)).slice(11, 16)} Uhr`
}
