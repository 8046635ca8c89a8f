// The days of a sync, both included. A dialog recommends a week; below two weeks the planner is still asked at once.
import { invalid } from '#server/http/errors.ts'

export type Window = { start_date: string; end_date: string }
type Given = { start_date?: string | null; end_date?: string | null }

const SHORTER_THAN_HOURS = 336

/** Refuses days that make no window, with the place of the one to blame. */
export function checkWindow({ start_date, end_date }: Given, where: 'body' | 'query'): Window {
  const wrong = (name: keyof Given, sentence: string) => invalid([where, name], sentence)
  if (!start_date || !end_date)
    throw wrong(start_date ? 'end_date' : 'start_date', 'Bitte ein Start- und Enddatum angeben.')
  for (const [name, text] of Object.entries({ start_date, end_date }))
    if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text))
      throw wrong(name as keyof Given, 'Bitte ein Datum in der Form 2026-11-21 angeben.')
  const hours = 24 * daysBetween(dayOf(start_date), dayOf(end_date))
  if (Number.isNaN(hours))
    throw wrong(dayOf(start_date) ? 'end_date' : 'start_date', 'Dieses Datum gibt es nicht.')
  if (hours < 0) throw wrong('start_date', 'Das Startdatum muss vor dem Enddatum liegen.')
  if (hours >= SHORTER_THAN_HOURS) throw wrong('end_date', 'Der Zeitraum muss kleiner als 14 Tage sein.')
  return { start_date, end_date }
}

function dayOf(text: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return undefined // 30 February
  }
}

const daysBetween = (start: Temporal.PlainDate | undefined, end: Temporal.PlainDate | undefined) =>
  start && end ? start.until(end).days : Number.NaN
