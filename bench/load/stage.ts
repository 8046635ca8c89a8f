// Common setting of all parts of the load: a server with its database on one core, the people on another.
import { startHelper } from '#measure/child.ts'
import { clientCore, measuredCore } from '#measure/cores.ts'
import { serverAndDatabase } from '#measure/processes.ts'
import {
  freePort,
  makeDataFolder,
  openDatabase,
  type RealServer,
  removeDataFolder,
  startServer,
} from '#measure/real-server.ts'
import { fillCompany, fillDocs } from './company.ts'
import type { Pace, Person } from './model.ts'
import type { Back, PeopleOrder, RunAnswer } from './people.ts'

/**
 * Limits of the simulated people: delay of their calls in ms, and share of their core. Above them, the figures
 * would measure the people instead of the server.
 */
const LATEST_MS = 25
const BUSIEST = 0.85

/** CPU of the server and of its database, in µs since their start. */
type Cpu = { server: number; database: number }
export type Stage = Awaited<ReturnType<typeof setStage>>
export type Step = RunAnswer & { ms: number; cpu: Cpu; isKept: boolean; wasOnSchedule: boolean }
export type Setting = { people: number; size: number }

export async function setStage({ people, size }: Setting) {
  const dataDir = makeDataFolder()
  const port = await freePort()
  const start = () => startServer({ dataDir, port, prefix: measuredCore, limited: true })
  let server: RealServer = await start()
  const database = await openDatabase(dataDir)
  await fillDocs(database)
  const company = await fillCompany(database, { people, size })
  await database.query('vacuum analyze')
  const crowd = await startHelper(new URL('people.ts', import.meta.url), clientCore)
  const tell = <Answer>(order: PeopleOrder) => crowd.order<Answer>(order)
  await tell({ begin: { port, people: company satisfies Person[] } })
  return {
    people,
    database,
    listen: (many: number) => tell<number>({ listen: { people: many } }),
    /**
     * The first `many` people make their calls at this pace. With `backsOff` they wait after refusals like the
     * app.
     */
    async run(many: number, pace: Pace, ms: number, { backsOff = false } = {}): Promise<Step> {
      const before = serverAndDatabase(server.pid)
      const begin = performance.now()
      let cpu: Cpu | undefined
      // Read at the planned end, without the time of waiting for the last answers.
      const atEnd = setTimeout(() => (cpu = since(before, serverAndDatabase(server.pid))), ms)
      const answer = await tell<RunAnswer>({ run: { people: many, pace, ms, backsOff } })
      clearTimeout(atEnd)
      const { all, delivered, late, busy } = answer
      const isWhole = all.failed + all.deferred + delivered.lost + delivered.doubled === 0
      return {
        ...answer,
        ms: Math.min(ms, performance.now() - begin),
        cpu: cpu ?? since(before, serverAndDatabase(server.pid)),
        isKept: isWhole && all.p99 <= HELD_MS && delivered.p99 <= HELD_MS,
        wasOnSchedule: keepsPlan({ late, busy }),
      }
    },
    /** Restarts the server. `times`: how long after its start each person was back, in ms. */
    async restart(patienceMs: number): Promise<{ times: number[]; tries: number }> {
      await tell({ comeBack: true })
      await server.stop()
      server = await start()
      const listening = performance.timeOrigin + performance.now()
      const { at, tries } = await tell<Back>({ back: { patienceMs } })
      return { times: at.map((moment) => Math.max(0, moment - listening)), tries }
    },
    async stop() {
      await crowd.stop()
      await database.end()
      await server.stop()
      await removeDataFolder(dataDir)
    },
  }
}

const keepsPlan = ({ late, busy }: Pick<RunAnswer, 'late' | 'busy'>) => late <= LATEST_MS && busy <= BUSIEST

/** Upper bound of the p99 for a load that counts as held, in ms. */
export const HELD_MS = 100

const since = (before: Cpu, now: Cpu): Cpu => ({
  server: now.server - before.server,
  database: now.database - before.database,
})

/** Part of a core, in percent. */
export const shareOf = ({ ms }: Step, us: number) => us / ms / 10
