// Three times the load that the server can hold, then half of it. Served calls must be in time, no acknowledged
// message may be lost, and the server must be back to normal soon. The app retries later when it is refused. If
// three times as many people need more connections than a process may have, fewer people call faster.
import type { Figure } from '#measure/figures.ts'
import { lineOf } from './capacity.ts'
import { type Kind, kinds, usualPace } from './model.ts'
import { HELD_MS, type Stage, type Step } from './stage.ts'
import type { Times } from './tally.ts'

const TIMES = 3
const MOST_PEOPLE = 9_000
const SERVED_MS = 300
const NORMAL_S = 5

type OverloadArgs = { held: number; ms: number; tell: (line: string) => void }

export async function overload(stage: Stage, { held, ms, tell }: OverloadArgs): Promise<Figure[]> {
  const many = crowdOf(held)
  const faster = (held * TIMES) / many
  const pace = Object.fromEntries(kinds.map((kind) => [kind, usualPace[kind] / faster])) as Record<
    Kind,
    number
  >
  await stage.listen(many)
  const few = Math.round(held / 2)
  tell(`before, ${few} people: ${lineOf(await stage.run(few, usualPace, ms))}`)
  const before = await countMessages(stage)
  const crowd = await stage.run(many, pace, ms, { backsOff: true })
  tell(`${many} people, ${faster.toFixed(1)} times as fast: ${lineOf(crowd)}`)
  const after = await stage.run(few, usualPace, ms)
  tell(`after, ${few} people: ${lineOf(after)}`)
  const taken = crowd.delivered.taken + after.delivered.taken
  const missing = Math.max(0, taken - ((await countMessages(stage)) - before))
  return figuresOf(`as much as ${held * TIMES} people ask`, crowd, after, missing)
}

async function countMessages({ database }: Stage): Promise<number> {
  const { rows } = await database.query<{ count: string }>('select count(*) from chat_messages')
  return Number(rows[0]?.count)
}

/** Capped, since a process may have only so many connections: fewer people call faster instead. */
export const crowdOf = (held: number) => Math.min(held * TIMES, MOST_PEOPLE)

function figuresOf(what: string, crowd: Step, after: Step, missing: number): Figure[] {
  const { all, kinds, delivered } = crowd
  const each = { unit: 'ms', n: all.served }
  const part = (times: Times | undefined) => (times ? (100 * times.served) / times.calls : 0)
  return [
    { figure: `${what}, served, 99 of 100`, value: all.p99, ...each, goal: SERVED_MS },
    { figure: '  served, half', value: all.p50, ...each },
    { figure: '  sendings served', value: part(kinds.send), unit: '%', n: kinds.send?.calls ?? 0 },
    {
      figure: '  who is signed in, served',
      value: part(kinds.current),
      unit: '%',
      n: kinds.current?.calls ?? 0,
    },
    { figure: '  lists served', value: part(sumOf(crowd)), unit: '%', n: sumOf(crowd).calls },
    {
      figure: '  answers that are no refusal and no success',
      value: all.failed,
      unit: '',
      n: all.calls,
      goal: 0,
    },
    { figure: '  taken and not stored', value: missing, unit: 'messages', n: delivered.taken, goal: 0 },
    {
      figure: '  taken and not with everybody',
      value: delivered.lost,
      unit: 'messages',
      n: delivered.taken,
      goal: 0,
    },
    {
      figure: '  normal again after',
      value: secondsUntilNormal(after.seconds),
      unit: 's',
      n: after.seconds.length,
      goal: NORMAL_S,
    },
  ]
}

function sumOf({ kinds }: Step): Times {
  const lists = [kinds.groups, kinds.direct, kinds.docs].filter((times) => times !== undefined)
  const sum = (of: (times: Times) => number) => lists.reduce((all, times) => all + of(times), 0)
  return {
    calls: sum(({ calls }) => calls),
    served: sum(({ served }) => served),
    deferred: sum(({ deferred }) => deferred),
    failed: sum(({ failed }) => failed),
    p50: 0,
    p99: 0,
  }
}

/** Seconds until the last one in which a call was refused or failed, or the p99 was above HELD_MS. */
function secondsUntilNormal(seconds: readonly Times[]): number {
  const isBad = ({ deferred, failed, p99 }: Times) => deferred + failed > 0 || p99 > HELD_MS
  return seconds.findLastIndex(isBad) + 1
}
