// What the model of the queue says for costs that were measured, and for those that are aimed at: docs/scaling.md.
import { type Costs, type Machine, modelFigures } from './queue-model.ts'

/** So that 1,000 people have the 71 ms that were measured on 2026-11-21. */
const pause = { every: 5_000, ms: 100 }
const reads = (us: number) => ({ current: us, groups: us, direct: us, docs: us })
/** CPU in µs, as people come: one call at a time, server and database together. */
const costs: Record<string, Costs> = {
  'lists by SQL, as on 2026-11-21': { current: 700, groups: 780, direct: 780, docs: 650, send: 4_400 },
  'lists from memory': { ...reads(135), send: 4_400 },
  'and a message in two statements': { ...reads(135), send: 1_500 },
  'and a polled answer in 30 µs': { ...reads(70), send: 1_500 },
}
const machines: Record<string, Machine> = Object.fromEntries(
  Object.entries(costs).map(([name, each]) => [name, { costs: each, pause }]),
)

export const workedOut = () => modelFigures(machines)
