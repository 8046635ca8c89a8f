// Helper process that runs the attacks it is ordered to, and returns counts of their answers.
import { serveOrders } from '#measure/child.ts'
import { attacks } from './all.ts'
import type { Attack, Tally, Target } from './method.ts'
import { drawLarge } from './on-work.ts'

export type AttackOrder = { names: string[]; target: Target; ms: number }
export type Outcome = Record<string, Tally>

// Made before the first order, so that drawing the image takes no time of an attack.
await drawLarge()

serveOrders(async ({ names, target, ms }: AttackOrder): Promise<Outcome> => {
  const outcome: Outcome = {}
  const lead = async (name: string) => {
    const tally: Tally = {}
    outcome[name] = tally
    await (attacks[name] as Attack)(target, AbortSignal.timeout(ms), tally)
  }
  await Promise.all(names.map(lead))
  return outcome
})
