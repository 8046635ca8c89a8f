// All at once: the server is started anew and remembers nobody; how long until everybody listens again and is answered.
import { type Figure, leftOut } from '#measure/figures.ts'
import { percentile } from '#measure/statistics.ts'
import type { Stage } from './stage.ts'

const GOAL_S = 30

export async function storm(stage: Stage, people: number, patienceMs = 120_000): Promise<Figure[]> {
  await stage.listen(people)
  const { times, tries } = await stage.restart(patienceMs)
  if (times.length < people)
    return [leftOut(`everybody back: only ${times.length} of ${people} within ${patienceMs / 1_000} s`)]
  const seconds = (share: number) => percentile(times, share) / 1_000
  const each = { unit: 's', n: people }
  return [
    { figure: `${people} cut off: half are back`, value: seconds(0.5), ...each },
    { figure: `${people} cut off: all are back`, value: seconds(1), ...each, goal: GOAL_S },
    { figure: `${people} cut off: tries of each`, value: tries / people, unit: '', n: people },
  ]
}
