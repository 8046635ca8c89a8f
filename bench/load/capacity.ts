// Finds the largest number of people that the server can hold: 99 of 100 answers within 100 ms, 99 of 100
// messages with everybody within 100 ms, and no failure.
import { type Figure, skippedFigure } from '#measure/figures.ts'
import { callsPerSecond, roomOf50, usualPace } from './model.ts'
import { HELD_MS, type Stage, type Step, shareOf } from './stage.ts'

type Search = { from: number; most: number; ms: number; tell: (line: string) => void }
/** The search ends when the smallest number that failed is at most this many times the largest that held. */
const CLOSE = 1.15
/**
 * Warm-up: connections are opened, sessions cached, code compiled. 5,000 people who start at once need 20 s on
 * one core.
 */
const WARM_UP_MS = 30_000
const TRIES = 3

export async function findCapacity(stage: Stage, { from, most, ms, tell }: Search): Promise<Figure[]> {
  let [good, bad] = [0, Number.POSITIVE_INFINITY]
  let best: Step | undefined
  let isSlow = false
  for (let people = from; people > 0; people = next(good, bad, most)) {
    const step = await trustedStep(stage, { people, ms, tell })
    if (!step.wasOnSchedule && !step.isKept) isSlow = true
    if (step.isKept) [good, best] = [people, step]
    else bad = people
    if (isSlow) break
  }
  return best && !(isSlow && good === 0)
    ? figuresOf(good, best, isSlow ? ' (more could not be asked: the generator is too slow)' : '')
    : [skippedFigure('people held: the generator could not keep its plan')]
}

/**
 * Repeats the step if the simulated people could not keep their plan, for example because of other load on the
 * machine.
 */
async function trustedStep(
  stage: Stage,
  { people, ms, tell }: Pick<Search, 'ms' | 'tell'> & { people: number },
) {
  let step = await heldStep(stage, people, ms)
  for (let tries = 1; ; tries++) {
    tell(`${people} people: ${lineOf(step)}`)
    if (step.wasOnSchedule || step.isKept || tries === TRIES) return step
    step = await heldStep(stage, people, ms)
  }
}

async function heldStep(stage: Stage, people: number, ms: number): Promise<Step> {
  await stage.listen(people)
  await stage.run(people, usualPace, Math.min(WARM_UP_MS, ms))
  return stage.run(people, usualPace, ms)
}

/** Doubles the number until a step fails, then bisects (geometric mean). Always whole rooms; 0 ends the search. */
function next(good: number, bad: number, most: number): number {
  if (good >= most || bad / good <= CLOSE) return 0
  const wanted = Number.isFinite(bad) ? Math.sqrt(Math.max(good, 50) * bad) : good * 2
  const people = Math.min(most, Math.round(wanted / roomOf50) * roomOf50)
  return people === good || people === bad ? 0 : people
}

export function lineOf(step: Step): string {
  const { all, delivered, cpu, late, busy, lines } = step
  return [
    `${all.calls} calls, p50 ${all.p50.toFixed(1)}, p99 ${all.p99.toFixed(1)} ms`,
    `${all.deferred} deferred, ${all.failed} failed`,
    `${delivered.taken} messages to ${delivered.deliveries}, last p99 ${delivered.p99.toFixed(0)} ms`,
    `${delivered.lost} lost, ${delivered.doubled} doubled`,
    `server ${shareOf(step, cpu.server).toFixed(0)} + database ${shareOf(step, cpu.database).toFixed(0)} % of a core`,
    `people ${Math.round(busy * 100)} % busy, ${late.toFixed(1)} ms late, ${lines} connections`,
    ...(!step.wasOnSchedule ? ['THE GENERATOR DID NOT KEEP ITS PLAN'] : []),
  ].join('; ')
}

function figuresOf(people: number, step: Step, remark: string): Figure[] {
  const { all, delivered, cpu } = step
  return [
    { figure: `B1 people held${remark}`, value: people, unit: 'people', n: 1 },
    { figure: '  calls a second', value: callsPerSecond(people), unit: '/s', n: all.calls },
    { figure: '  answers, 99 of 100', value: all.p99, unit: 'ms', n: all.calls, goal: HELD_MS },
    {
      figure: '  message until the last has it, 99 of 100',
      value: delivered.p99,
      unit: 'ms',
      n: delivered.taken,
      goal: HELD_MS,
    },
    { figure: '  server', value: shareOf(step, cpu.server), unit: '% of a core', n: 1 },
    { figure: '  database', value: shareOf(step, cpu.database), unit: '% of a core', n: 1 },
  ]
}
