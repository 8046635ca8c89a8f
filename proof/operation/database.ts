// Makes the database fail in various ways under a running server: how long until it works again, and how long a
// request waits for its refusal.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure, ReportProgress } from '#measure/figures.ts'
import { logIn } from '#measure/log-in.ts'
import { freePort, makeDataFolder, removeDataFolder, startServer } from '#measure/real-server.ts'
import { type FaultyNetwork, startFaultyNetwork, urlThroughNetwork } from '#server/testing/faulty-network.ts'
import { makeCluster, type Postgres, runPostgres } from './postgres.ts'
import { visit } from './visitors.ts'

const WELL_MS = 10_000
const REFUSAL_MS = 5_000
const STOP_MS = 10_000
/** CALM_MS: undisturbed time before a fault. AFTER_MS: observed time after it. */
const CALM_MS = 1_000
const AFTER_MS = 12_000

type Fault = { name: string; happen: () => Promise<void> }

/** One PostgreSQL behind a network, and one server on it. */
export async function proveDatabase(tell: ReportProgress): Promise<Figure[]> {
  const folder = await makeCluster()
  const database = await runPostgres(folder)
  const way = await startFaultyNetwork(database)
  const dataDir = makeDataFolder()
  const server = await startServer({
    dataDir,
    port: await freePort(),
    environment: { DATABASE_URL: urlThroughNetwork(urlOf(database), way) },
  })
  const figures: Figure[] = []
  try {
    const cookie = await logIn(server.ask)
    for (const fault of faultsOf(way, database)) {
      const visitors = visit(server.ask, cookie)
      await sleep(CALM_MS)
      await fault.happen()
      const mended = performance.now()
      await sleep(AFTER_MS)
      await visitors.end()
      const odd = visitors.odd()
      if (odd.length > 0) throw new Error(`${fault.name}: answered ${JSON.stringify(odd.slice(0, 3))}`)
      const refusals = visitors.refused().length
      tell(
        `${fault.name}: ${refusals} refused, the longest after ${Math.round(visitors.longestRefusal())} ms, ${visitors.made.length} changes, well after ${Math.round(visitors.wellAfter(mended))} ms`,
      )
      figures.push(
        {
          figure: `${fault.name}: well again`,
          value: Math.round(visitors.wellAfter(mended)),
          unit: 'ms',
          n: 1,
          goal: WELL_MS,
        },
        {
          figure: `${fault.name}: longest refusal`,
          value: Math.round(visitors.longestRefusal()),
          unit: 'ms',
          n: refusals,
          goal: REFUSAL_MS,
        },
      )
    }
    way.fallSilent()
    await sleep(CALM_MS)
    const begin = performance.now()
    await server.stop()
    figures.push({
      figure: 'stop with a silent database',
      value: Math.round(performance.now() - begin),
      unit: 'ms',
      n: 1,
      goal: STOP_MS,
    })
    return figures
  } finally {
    await server.kill('server')
    await way.close()
    await database.stop('kill').catch(() => {})
    await folder.remove()
    await removeDataFolder(dataDir)
  }
}

function faultsOf(way: FaultyNetwork, database: Postgres): Fault[] {
  return [
    { name: 'black hole', happen: async () => way.blackHole() },
    {
      name: 'silent host',
      happen: async () => {
        way.fallSilent()
        await sleep(WELL_MS)
        await way.recover()
      },
    },
    { name: 'connections cut', happen: async () => way.cut() },
    {
      name: 'read-only database',
      happen: async () => {
        await database.ask('alter system set default_transaction_read_only = on')
        await database.ask('select pg_reload_conf()')
        await sleep(3_000)
        await database.ask(
          'set default_transaction_read_only = off',
          'alter system reset default_transaction_read_only',
          'select pg_reload_conf()',
        )
      },
    },
  ]
}

const urlOf = ({ user, database }: Postgres) => `postgresql://${user}@localhost/${database}`
