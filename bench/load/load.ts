// R16: what a company of many people asks for at once, with the server and its database on one core and the people on
// the other. Open loop: every call has its planned moment, and its time counts from there.
import { chosen, type Figure } from '#measure/figures.ts'
import { watchMachine } from '#measure/machine.ts'
import { callCosts } from './call-costs.ts'
import { held } from './held.ts'
import { manyRooms } from './many-rooms.ts'
import { roomOf50 } from './model.ts'
import { overload, TIMES } from './overload.ts'
import { soak } from './soak.ts'
import { type Setting, type Stage, setStage } from './stage.ts'
import { storm } from './storm.ts'
import { workedOut } from './worked-out.ts'

/**
 * `people`: with how many the search begins, and how many the other parts have. `seconds`: how long each step is; of the
 * soak the whole.
 */
export type LoadOptions = {
  quick: boolean
  parts: string[]
  people?: number
  bothCores: boolean
  seconds?: number
}

const tell = (line: string) => console.error(line)
/** How long a step is, in seconds. */
const lengths = {
  full: { held: 60, calls: 10, rooms: 20, overload: 30, soak: 3_600 },
  quick: { held: 4, calls: 2, rooms: 3, overload: 4, soak: 15 },
}
const MOST = { full: 12_000, quick: 1_000 }
const usually = { full: 1_000, quick: 250 }
/** Messages a second. */
const rates = {
  many: { full: [50, 100, 150, 200, 250, 300, 400, 500, 600, 800], quick: [50, 100] },
  one: { full: [10, 20, 40, 80, 120, 160], quick: [10] },
}
const MANY_ROOMS = { people: 2_000, size: 20 }
const ONE_ROOM = { people: 1_000, size: 1_000 }

export async function load({ quick, parts, people, bothCores, seconds }: LoadOptions): Promise<Figure[]> {
  const effort = quick ? 'quick' : 'full'
  const usual = people ?? usually[effort]
  const msOf = (part: keyof typeof lengths.full) => (seconds ?? lengths[effort][part]) * 1_000
  const withStage = async (setting: Partial<Setting>, work: (stage: Stage) => Promise<Figure[]>) => {
    const machine = watchMachine()
    const stage = await setStage({ people: usual, size: roomOf50, bothCores, ...setting })
    try {
      return await work(stage)
    } finally {
      await stage.stop()
      tell(machine())
    }
  }
  const rooms = (setting: typeof ONE_ROOM, each: { full: number[]; quick: number[] }) =>
    withStage(setting, (stage) =>
      manyRooms(stage, { size: setting.size, rates: each[effort], ms: msOf('rooms'), tell }),
    )
  const most = Math.max(usual, MOST[effort])
  const all = {
    held: () =>
      withStage({ people: most }, (stage) => held(stage, { from: usual, most, ms: msOf('held'), tell })),
    calls: () => withStage({}, (stage) => callCosts(stage, usual, msOf('calls'))),
    storm: () => withStage({}, (stage) => storm(stage, usual)),
    rooms: () => rooms(MANY_ROOMS, rates.many),
    'one-room': () => rooms(ONE_ROOM, rates.one),
    /** As if `people` were those who are held. */
    overload: () =>
      withStage({ people: usual * TIMES }, (stage) =>
        overload(stage, { held: usual, ms: msOf('overload'), tell }),
      ),
    model: async () => workedOut(),
    soak: () => withStage({}, (stage) => soak(stage, { people: usual, ms: msOf('soak'), tell })),
  }
  const figures: Figure[] = []
  // The hour is only for who asks for it by name.
  const names = Object.keys(all).filter((name) => name !== 'soak')
  const wanted = parts.length > 0 ? chosen(parts, all) : names
  for (const part of wanted as (keyof typeof all)[]) figures.push(...(await all[part]()))
  return figures
}
