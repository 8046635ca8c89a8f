// Validates the window of a sync.
import { windowFault } from '#contract/time/sync-window.ts'
import { refuseInvalid } from '#server/http/errors.ts'
import { parseDay } from '#server/http/input/day-in.ts'
import { happeningSentences } from '../sentences.ts'

export type SyncWindow = { start_date: string; end_date: string }
type WindowQuery = { start_date?: string | null; end_date?: string | null }

/** Refuses an invalid window, with the location of the wrong day. */
export function checkWindow({ start_date, end_date }: WindowQuery, where: 'body' | 'query'): SyncWindow {
  const wrong = (name: keyof WindowQuery, sentence: string) => refuseInvalid([where, name], sentence)
  if (start_date && end_date) {
    const days = Object.entries({ start_date, end_date }) as [keyof WindowQuery, string][]
    for (const [name, text] of days)
      if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) throw wrong(name, happeningSentences.dayUnreadable)
    for (const [name, text] of days) parseDay(text, [where, name])
  }
  const fault = windowFault(start_date, end_date)
  if (fault) throw wrong(fault.day, fault.sentence)
  return { start_date: start_date as string, end_date: end_date as string }
}
