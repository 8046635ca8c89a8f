import type { TimeEntry } from '#contract/times.ts'
import type { End } from './ends.ts'

/** From when until when most of a team are planned: where a time begins of whoever has no plan. Pure. */
export type UsualPlan = Readonly<Record<End, string | null>>

export const usualPlan = (entries: readonly TimeEntry[]): UsualPlan => ({
  von: mostFrequent(entries.map(({ soll_von_time }) => soll_von_time)),
  bis: mostFrequent(entries.map(({ soll_bis_time }) => soll_bis_time)),
})

function mostFrequent(times: readonly (string | null)[]): string | null {
  const all = [...Map.groupBy(times, (time) => time)].filter(([time]) => time !== null)
  return all.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}
