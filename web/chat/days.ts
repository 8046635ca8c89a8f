// Days and times of messages, by the reader's calendar.
import { addDays, today } from '#web/ui/date-time/days.ts'
import { formatDate, formatDateTime } from '#web/ui/format.ts'

/** '2026-11-21' */
export const localDay = (instant: string) => today(new Date(instant))

/** '09:30' */
export const formatLocalTime = (instant: string) => formatDateTime(instant).slice(11, 16)

/** 'Heute', 'Gestern' or '19.11.2026'. */
export function dayText(day: string, today: string): string {
  if (day === today) return 'Heute'
  return day === addDays(today, -1) ? 'Gestern' : formatDate(day)
}

/** '09:30' if it is today, otherwise 'Gestern' or '19.11.2026'. */
export const timeOrDay = (instant: string, today: string) =>
  localDay(instant) === today ? formatLocalTime(instant) : dayText(localDay(instant), today)
