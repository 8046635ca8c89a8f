// Length of a round, for due dates before the next one begins. Pure.
import type { RepeatRule } from '../rounds.ts'

const DAY_MS = 86_400_000
/** Number of months in four years, which contain every length of a month (except for years like 2100). */
const FOUR_YEARS_MONTHS = 48

/** Length of the shortest round in days. In a month without a 31st a round starts on the last day. */
export function shortestRoundDays({
  unit,
  every,
  first,
}: Pick<RepeatRule, 'unit' | 'every' | 'first'>): number {
  if (unit === 'week') return 7 * every
  const months = unit === 'quarter' ? 3 * every : every
  const [year = 0, month = 1, day = 1] = first.slice(0, 10).split('-').map(Number)
  const begin = (turn: number) => {
    const last = new Date(Date.UTC(year, month + turn * months, 0)).getUTCDate()
    return Date.UTC(year, month - 1 + turn * months, Math.min(day, last))
  }
  const turns = Array.from({ length: FOUR_YEARS_MONTHS + 1 }, (_, turn) => turn)
  return Math.min(...turns.map((turn) => (begin(turn + 1) - begin(turn)) / DAY_MS))
}

/** Upper bound of `due_days`: the last whole day before the next round begins. */
export const maxDueDays = (rule: Parameters<typeof shortestRoundDays>[0]) => shortestRoundDays(rule) - 1
