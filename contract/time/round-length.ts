// How long a round lasts, so that it is due before the next one begins. Pure.
import type { Repeats } from '../rounds.ts'

const DAY = 86_400_000
/** In four years, in months: every length of a month has come by then, but for the years without a leap day. */
const FOUR_YEARS = 48

/** In days, the shortest that will ever be: a month that has no 31st ends earlier. */
export function shortestRound({ unit, every, first }: Pick<Repeats, 'unit' | 'every' | 'first'>): number {
  if (unit === 'week') return 7 * every
  const months = unit === 'quarter' ? 3 * every : every
  const [year = 0, month = 1, day = 1] = first.slice(0, 10).split('-').map(Number)
  const begin = (turn: number) => {
    const last = new Date(Date.UTC(year, month + turn * months, 0)).getUTCDate()
    return Date.UTC(year, month - 1 + turn * months, Math.min(day, last))
  }
  const turns = Array.from({ length: FOUR_YEARS + 1 }, (_, turn) => turn)
  return Math.min(...turns.map((turn) => (begin(turn + 1) - begin(turn)) / DAY))
}

/** The most days that a round may be due after its first: the last whole one before the next begins. */
export const mostDueDays = (rule: Parameters<typeof shortestRound>[0]) => shortestRound(rule) - 1
