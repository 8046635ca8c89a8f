import { addDays, today } from '#web/ui/date-time/days.ts'
import { formatDate, formatDateTime } from '#web/ui/format.ts'

/**
 * 'Stand: heute, 14:32 Uhr', with the day in figures where it is neither today nor yesterday: as it is where the device
 * is. Both in ms.
 */
export function standText(at: number, now = Date.now()): string {
  const [day, present] = [today(new Date(at)), today(new Date(now))]
  const word = day === present ? 'heute' : day === addDays(present, -1) ? 'gestern' : formatDate(day)
  return `Stand: ${word}, ${formatDateTime(new Date(at)).slice(11, 16)} Uhr`
}
