import { addDays, today } from '#web/ui/date-time/days.ts'
import { formatDate, formatDateTime } from '#web/ui/format.ts'

/** 'Stand: heute, 14:32 Uhr'; other days as a date, in the device's time zone. Both in ms. */
export function standText(at: number, now = Date.now()): string {
  const [day, present] = [today(new Date(at)), today(new Date(now))]
  const word = day === present ? 'heute' : day === addDays(present, -1) ? 'gestern' : formatDate(day)
  return `Stand: ${word}, ${formatDateTime(new Date(at)).slice(11, 16)} Uhr`
}
