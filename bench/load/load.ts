// Simulates a company of many people. The server and its database have one core, the people the other. Open
// loop: every call has a planned time, and its latency counts from there.
import { type Figure, selectedKeys, skippedFigure } from '#measure/figures.ts'
import { watchMachine } from '#measure/machine.ts'
import { percentile } from '#measure/statistics.ts'
import { findCapacity } from './capacity.ts'
import { manyRooms } from './many-rooms.ts'
import { type Kind, kinds, roomOf50, usualPace } from './model.ts'
import { type Setting, type Stage, setStage } from './stage.ts'

/** `people`: number at which the search begins, and the number in the other parts. `seconds`: length of a step. */
type LoadOptions = {
  quick: boolean
  parts: string[]
  people?: number
  seconds?: number
}

const tell = (line: string) => console.error(line)
/** Seconds per step. */
const lengths = {
  full: { held: 60, calls: 10, cold: 20, rooms: 20 },
  quick: { held: 4, calls: 2, cold: 5, rooms: 3 },
}
const MOST_PEOPLE = { full: 12_000, quick: 1_000 }
const usually = { full: 1_000, quick: 250 }
/** Messages a second. */
const rates = { full: [50, 100, 150, 200, 250, 300, 400, 500, 600, 800], quick: [50, 100] }
const MANY_ROOMS = { people: 2_000, size: 20 }

export async function load({ quick, parts, people, seconds }: LoadOptions): Promise<Figure[]> {
  const effort = quick ? 'quick' : 'full'
  const usual = people ?? usually[effort]
  const msOf = (part: keyof typeof lengths.full) => (seconds ?? lengths[effort][part]) * 1_000
  const withStage = async (setting: Partial<Setting>, work: (stage: Stage) => Promise<Figure[]>) => {
    const machine = watchMachine()
    const stage = await setStage({ people: usual, size: roomOf50, ...setting })
    try {
      return await work(stage)
    } finally {
      await stage.stop()
      tell(machine())
    }
  }
  const most = Math.max(usual, MOST_PEOPLE[effort])
  const all = {
    held: () =>
      withStage({ people: most }, (stage) =>
        findCapacity(stage, { from: usual, most, ms: msOf('held'), tell }),
      ),
    calls: () => withStage({}, (stage) => callCosts(stage, usual, msOf('calls'))),
    cold: () => withStage({}, (stage) => coldStart(stage, usual, msOf('cold'))),
    storm: () => withStage({}, (stage) => storm(stage, usual)),
    rooms: () =>
      withStage(MANY_ROOMS, (stage) =>
        manyRooms(stage, { size: MANY_ROOMS.size, rates: rates[effort], ms: msOf('rooms'), tell }),
      ),
  }
  const figures: Figure[] = []
  for (const part of selectedKeys(parts, all) as (keyof typeof all)[]) figures.push(...(await all[part]()))
  return figures
}

const kindNames: Record<Kind, string> = {
  current: 'GET /users/current/',
  groups: 'GET /chat/groups/',
  direct: 'GET /chat/direct/',
  docs: 'GET /docs/',
  send: 'POST send_message/, to 50',
}
/** Warm-up: afterwards all sessions are cached, and each list was read once. */
const WARM_UP_MS = 10_000

/** CPU of server and database per call, for each kind alone at its usual pace, with all rooms open. */
async function callCosts(stage: Stage, people: number, ms: number): Promise<Figure[]> {
  await stage.listen(people)
  const idle = await stage.run(0, {}, ms)
  const figures: Figure[] = []
  for (const kind of kinds) {
    const pace = { [kind]: usualPace[kind] }
    await stage.run(people, pace, Math.min(ms, WARM_UP_MS))
    const { all, cpu } = await stage.run(people, pace, ms)
    const each = (which: 'server' | 'database') => Math.max(0, cpu[which] - idle.cpu[which]) / all.calls
    const failed = all.failed + all.deferred
    const name = `${kindNames[kind]}${failed > 0 ? ` (${failed} failed)` : ''}`
    figures.push(
      { figure: `${name}: server`, value: each('server'), unit: 'µs CPU', n: all.calls },
      { figure: `${name}: database`, value: each('database'), unit: 'µs CPU', n: all.calls },
    )
  }
  return figures
}

/** All people start at once on a server with empty caches. Only reads of lists may be deferred. */
async function coldStart(stage: Stage, people: number, ms: number): Promise<Figure[]> {
  const before = await countMessages(stage)
  const { all, kinds: each, seconds, delivered } = await stage.run(people, usualPace, ms, { backsOff: true })
  const missing = delivered.taken - ((await countMessages(stage)) - before)
  const { deferred, failed, served, p50, p99, calls: n } = all
  const figure = `${people} on a server that knows nobody`
  return [
    { figure: `${figure}: answers, half`, value: p50, unit: 'ms', n: served },
    { figure: '  99 of 100', value: p99, unit: 'ms', n: served },
    { figure: '  deferred', value: deferred, unit: '', n },
    ...(['current', 'send'] as const).map((kind) => ({
      figure: `  of ${kindNames[kind]}`,
      value: each[kind]?.deferred ?? 0,
      unit: '',
      n: each[kind]?.calls ?? 0,
      goal: 0,
    })),
    {
      figure: '  none of them after',
      value: 1 + seconds.findLastIndex((second) => second.deferred > 0),
      unit: 's',
      n: seconds.length,
    },
    { figure: '  failed', value: failed, unit: '', n, goal: 0 },
    {
      figure: '  taken and not stored',
      value: Math.max(0, missing),
      unit: 'messages',
      n: delivered.taken,
      goal: 0,
    },
  ]
}

async function countMessages({ database }: Stage): Promise<number> {
  const { rows } = await database.query<{ count: number }>('select count(*)::int as count from chat_messages')
  return rows[0]?.count ?? 0
}

const STORM_GOAL_S = 30

/**
 * Restarts the server, so that everybody is disconnected at once. Measures the time until all are reconnected
 * and answered.
 */
async function storm(stage: Stage, people: number, patienceMs = 120_000): Promise<Figure[]> {
  await stage.listen(people)
  const { times, tries } = await stage.restart(patienceMs)
  if (times.length < people)
    return [skippedFigure(`everybody back: only ${times.length} of ${people} within ${patienceMs / 1_000} s`)]
  const seconds = (share: number) => percentile(times, share) / 1_000
  const each = { unit: 's', n: people }
  return [
    { figure: `${people} cut off: half are back`, value: seconds(0.5), ...each },
    { figure: `${people} cut off: all are back`, value: seconds(1), ...each, goal: STORM_GOAL_S },
    { figure: `${people} cut off: tries of each`, value: tries / people, unit: '', n: people },
  ]
}
