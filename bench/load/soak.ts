// An hour of the usual day: neither memory nor open files may grow.
import { readdirSync } from 'node:fs'
import type { Figure } from '#measure/figures.ts'
import { residentOf } from '#measure/processes.ts'
import { slopeOf } from '#measure/statistics.ts'
import { lineOf } from './held.ts'
import { usualPace } from './model.ts'
import type { Stage } from './stage.ts'

const LOOK_MS = 5_000
/** Memory finds its size first. */
const SETTLED = 0.25
/** V8 clears away every ten to twenty minutes; what it leaves is the lowest of each third of the rest. */
const THIRDS = 3
const HOUR_MS = 3_600_000

type Look = { at: number; mb: number; files: number }

export async function soak(
  stage: Stage,
  { people, ms, tell }: { people: number; ms: number; tell: (line: string) => void },
): Promise<Figure[]> {
  await stage.listen(people)
  const looks: Look[] = []
  const begin = performance.now()
  const look = () =>
    looks.push({
      at: performance.now() - begin,
      mb: residentOf(stage.pid()) / 1_024,
      files: readdirSync(`/proc/${stage.pid()}/fd`).length,
    })
  const timer = setInterval(look, Math.min(LOOK_MS, ms / 20))
  const step = await stage.run(people, usualPace, ms)
  clearInterval(timer)
  tell(`${people} people for ${Math.round(ms / 1_000)} s: ${lineOf(step)}`)
  const settled = looks.filter(({ at }) => at > ms * SETTLED && at <= ms)
  const perHour = (looks: Look[]) => slopeOf(looks.map(({ at, mb }) => [at / HOUR_MS, mb]))
  const n = settled.length
  const [first, last] = [settled[0], settled.at(-1)]
  return [
    { figure: `memory of the server, ${people} people`, value: last?.mb ?? 0, unit: 'MB', n },
    { figure: '  its slope', value: perHour(settled), unit: 'MB/h', n, goal: 1 },
    {
      figure: '  the slope of what is left',
      value: perHour(lowestOf(settled)),
      unit: 'MB/h',
      n: THIRDS,
      goal: 1,
    },
    { figure: '  open files, more at the end', value: (last?.files ?? 0) - (first?.files ?? 0), unit: '', n },
    {
      figure: '  calls that failed or were deferred',
      value: step.all.failed + step.all.deferred,
      unit: '',
      n: step.all.calls,
      goal: 0,
    },
  ]
}

function lowestOf(looks: readonly Look[]): Look[] {
  const size = Math.ceil(looks.length / THIRDS)
  return Array.from({ length: THIRDS }, (_, third) => looks.slice(third * size, (third + 1) * size))
    .filter((part) => part.length > 0)
    .map((part) => part.reduce((lowest, one) => (one.mb < lowest.mb ? one : lowest)))
}
