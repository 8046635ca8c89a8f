// Answers of a core that server and database share, worked out instead of measured: for what cannot be run here.
// Calls come as the plan of the load has them, each takes what it costs, one after the other, and now and then the
// core is away for a moment (garbage, a checkpoint, another process).
import type { Figure } from '#measure/figures.ts'
import { percentile } from '#measure/statistics.ts'
import { type Kind, roomOf50, usualPace } from './model.ts'
import { randomFrom, Schedule } from './schedule.ts'

/** CPU of a call in µs: server and database together. */
type Costs = Record<Kind, number>
export type Machine = {
  costs: Costs
  /** How often the core is away, and for how long, in ms. */
  pause: { every: number; ms: number }
  /** Messages of other nodes that this one hears, in a second, and what each takes, in µs. */
  hears?: { perSecond: number; us: number }
}
type Outcome = { p50: number; p99: number; busy: number }

/** A core is taken for full above this: then the queue only grows. */
const FULL = 0.97
const MODEL_MS = 60_000

export function simulate({ costs, pause, hears }: Machine, people: number, ms = MODEL_MS): Outcome {
  const random = randomFrom(7)
  const schedule = new Schedule(people, usualPace)
  const work: { us: number; at: number; isAsked: boolean }[] = []
  schedule.takeDue(ms, ({ kind, at }) => work.push({ us: costs[kind], at, isAsked: true }))
  const heard = ((hears?.perSecond ?? 0) * ms) / 1_000
  for (let number = 0; number < heard; number++)
    work.push({ us: hears?.us ?? 0, at: random() * ms, isAsked: false })
  work.sort((one, other) => one.at - other.at)
  const times: number[] = []
  let [freeAt, worked, nextPause] = [0, 0, pause.every]
  for (const { us, at, isAsked } of work) {
    // Most cost less than the average, a few a multiple of it.
    const cost = (-Math.log(1 - random()) * us) / 1_000
    let begin = Math.max(at, freeAt)
    while (begin >= nextPause) {
      begin = Math.max(begin, nextPause + pause.ms)
      nextPause += pause.every
    }
    freeAt = begin + cost
    worked += cost
    if (isAsked) times.push(freeAt - at)
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), busy: worked / ms }
}

/** The most people whom a core holds at `p99` ms, to one in a hundred. */
export function heldBy(machine: Machine, p99 = 100, ms = MODEL_MS): number {
  const perPerson = Object.entries(usualPace).reduce(
    (sum, [kind, every]) => sum + machine.costs[kind as Kind] / every / 1_000,
    0,
  )
  const full = FULL / perPerson
  let [good, bad] = [0, 100]
  while (bad - good > 1) {
    const percent = Math.floor((good + bad) / 2)
    if (simulate(machine, Math.round((full * percent) / 100), ms).p99 <= p99) good = percent
    else bad = percent
  }
  return Math.round((full * good) / 100)
}

const modelFigures = (machines: Record<string, Machine>): Figure[] =>
  Object.entries(machines).flatMap(([name, machine]) => {
    const people = heldBy(machine)
    const { p99, busy } = simulate(machine, people)
    return [
      { figure: `worked out, ${name}: people held by a core`, value: people, unit: 'people', n: 1 },
      { figure: '  answers, 99 of 100', value: p99, unit: 'ms', n: 1 },
      { figure: '  the core', value: busy * 100, unit: '% busy', n: 1 },
    ]
  })

/** So that 1,000 people have the 71 ms that were measured on 2026-11-21, and 5,000 the 12 ms of 2026-11-28. */
const pauses = { before: { every: 5_000, ms: 100 }, now: { every: 5_000, ms: 20 } }
const reads = (us: number) => ({ current: us, groups: us, direct: us, docs: us })
const readsOfToday = { current: 65, groups: 45, direct: 62, docs: 43 }
/** CPU in µs, as people come: one call at a time, server and database together. */
const machines: Record<string, Machine> = {
  'lists by SQL, as on 2026-11-21': {
    costs: { current: 700, groups: 780, direct: 780, docs: 650, send: 4_400 },
    pause: pauses.before,
  },
  'lists from memory': { costs: { ...reads(135), send: 4_400 }, pause: pauses.before },
  'and a message in two statements': { costs: { ...reads(135), send: 1_500 }, pause: pauses.before },
  'and a polled answer in 30 µs': { costs: { ...reads(70), send: 1_500 }, pause: pauses.before },
  'as on 2026-11-28': {
    costs: { ...readsOfToday, send: 2_350 },
    pause: pauses.now,
  },
}

/** A node of 5,000 people with PostgreSQL elsewhere: what it hears of the others in companies of so many. */
const ofANode = { ...readsOfToday, send: 1_270 }
const NODE = 5_000
const HEARD_US = 180
const messages = (people: number) => (people * 1_000) / usualPace.send
/** Of all messages the part that a node hears if it hears those of its people's rooms alone, whose members are anywhere. */
const partOfRooms = (nodes: number) => 1 - (1 - 1 / nodes) ** roomOf50
type Node = { people: number; perSecond: number }
const nodes: Record<string, Node> = {
  '10,000': { people: NODE, perSecond: messages(10_000 - NODE) },
  '100,000': { people: NODE, perSecond: messages(100_000 - NODE) },
  'a million': { people: NODE, perSecond: messages(1_000_000 - NODE) },
  'a million, hearing the rooms of its people': hearingItsRooms(NODE),
  'a million, hearing the rooms of its people, half as many': hearingItsRooms(NODE / 2),
  'a million, each room on two nodes': { people: NODE, perSecond: messages(NODE) },
}

function hearingItsRooms(people: number): Node {
  return { people, perSecond: messages(1_000_000 - people) * partOfRooms(1_000_000 / people) }
}

function nodeFigures(): Figure[] {
  return Object.entries(nodes).flatMap(([company, { people, perSecond }]) => {
    const hears = { perSecond, us: HEARD_US }
    const { p99, busy } = simulate({ costs: ofANode, pause: pauses.now, hears }, people)
    return [
      { figure: `worked out, a node of ${people} in a company of ${company}`, value: p99, unit: 'ms', n: 1 },
      { figure: '  the core', value: busy * 100, unit: '% busy', n: 1 },
    ]
  })
}

/** What the model says for costs that were measured, and for those that are aimed at: docs/scaling.md. */
export const workedOut = () => [...modelFigures(machines), ...nodeFigures()]
