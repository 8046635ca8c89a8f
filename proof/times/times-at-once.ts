// Two recorders, an administrator and syncs act at once. Some order of the steps must explain every answer and
// the end. Half of the changes name the revision that their caller has seen; none of these may replace a newer
// value.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createRandom, type Random } from '#planner-simulator/random.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { planOf, recordOf, startOf, stepOf } from './random-history.ts'
import { isSerial, type State } from './times-model.ts'
import {
  doStep,
  insert,
  openWorld,
  plannedOf,
  stateOf,
  type TimesWorld,
  withoutStates,
  withSeenRevision,
} from './times-world.ts'

/** Number of histories that run in parallel, each in a sync window of its own. */
const LANES = 3
const LATEST_START_MS = 12

export async function timesAtOnce(count: number, seed: number) {
  const simulator = await startSimulator()
  const world = await openWorld(simulator, LANES)
  const told = { histories: 0, steps: 0, refused: 0, disputed: 0 }
  try {
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        const random = createRandom(seed + lane)
        while (told.histories < count) {
          told.histories++
          const steps = await oneHistory(world, lane, random)
          told.steps += steps.length
          told.refused += steps.filter(({ accepted }) => !accepted).length
          told.disputed += steps.filter(({ isDisputed }) => isDisputed).length
        }
      }),
    )
    return told
  } finally {
    await world.app[Symbol.asyncDispose]()
    await simulator.stop()
  }
}

async function oneHistory(world: TimesWorld, lane: number, random: Random) {
  const start = startOf(lane, random)
  const ids = await insert(world, lane, start)
  const plan = planOf(lane, random)
  world.plan(lane, plan && plannedOf(lane, plan))
  const all = Array.from({ length: 3 + random.below(4) }, () => stepOf(lane, random))
  const late = await withSeenRevision(world, ids, { ...recordOf(lane, random), by: 'clara', isAdmin: true })
  const told = await Promise.all(
    all.map(async (step) => {
      const ready =
        step.kind === 'record' && random.chance(0.5) ? await withSeenRevision(world, ids, step) : step
      await sleep(random.below(LATEST_START_MS))
      return doStep(world, lane, ids, ready)
    }),
  )
  // The last step: an administrator records with a revision from before all other steps.
  told.push(await doStep(world, lane, ids, late))
  const end = await stateOf(world, lane)
  const isEnd = (state: State | undefined) => isDeepStrictEqual(sorted(state), sorted(end))
  if (!isSerial(start, told, plan, isEnd))
    throw new Error(`no order explains ${JSON.stringify({ start, plan, told, end }, null, 2)}`)
  return told
}

const sorted = (state: State | undefined) =>
  state && {
    ...state,
    recorders: state.recorders.toSorted(),
    entries: Object.fromEntries(
      Object.entries(state.entries).map(([name, entry]) => [name, withoutStates(entry)]),
    ),
  }
