// The attackers' own process: leads the attacks that it is told to, and answers what they were answered.
import { takeOrders } from '#measure/child.ts'
import { attacks } from './all.ts'
import type { Attack, Tally, Target } from './method.ts'
import { drawLarge } from './on-work.ts'

export type AttackOrder = { names: string[]; target: Target; ms: number }
export type Outcome = Record<string, Tally>

// The image is made beforehand, so that an attack lasts exactly as long as it is told to.
await drawLarge()

takeOrders(async ({ names, target, ms }: AttackOrder): Promise<Outcome> => {
  const outcome: Outcome = {}
  const lead = async (name: string) => {
    const tally: Tally = {}
    outcome[name] = tally
    await (attacks[name] as Attack)(target, AbortSignal.timeout(ms), tally)
  }
  await Promise.all(names.map(lead))
  return outcome
})
