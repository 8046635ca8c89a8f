// When something was said, as people say it: by the calendar of who reads.
import { useEffect, useState } from 'react'
import { formatDate } from '#web/ui/format.ts'

const pad = (number: number) => String(number).padStart(2, '0')

/** '2026-11-21', where the reader is. */
export const dayOf = (at: Date) => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

/** '09:30' */
export const timeOf = (at: Date) => `${pad(at.getHours())}:${pad(at.getMinutes())}`

/** 'Heute', 'Gestern' or '19.11.2026'. */
export function dayText(day: string, today: string): string {
  if (day === today) return 'Heute'
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  return day === dayOf(new Date(year, month - 1, date - 1)) ? 'Gestern' : formatDate(day)
}

/** In a list: the time of today, else the day. */
export function shortly(instant: string, today: string): string {
  const at = new Date(instant)
  return dayOf(at) === today ? timeOf(at) : dayText(dayOf(at), today)
}

/** What stands there as 'Heute' is 'Gestern' after midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(new Date())), 20_000)
    return () => clearInterval(timer)
  }, [])
  return today
}
