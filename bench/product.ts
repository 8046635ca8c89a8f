// Starts Kontor for measurements: on the first core, with a database of 20,000 people and an administrator.

import { setTimeout as sleep } from 'node:timers/promises'
import { measuredCore } from '#measure/cores.ts'
import { logIn } from '#measure/log-in.ts'
import {
  freePort,
  makeDataFolder,
  openDatabase,
  removeDataFolder,
  startServer,
} from '#measure/real-server.ts'
import { CHANNEL } from '#server/live/news.ts'

export type Product = Awaited<ReturnType<typeof startProduct>>
const PEOPLE = 20_000
/** Time in ms after which the server has received a notification. */
const RECEIVED_MS = 50

/** `environment`: settings beside the usual ones. */
export async function startProduct(environment: Record<string, string> = {}) {
  const dataDir = makeDataFolder()
  const port = await freePort()
  const server = await startServer({ dataDir, port, prefix: measuredCore, environment })
  const database = await openDatabase(dataDir)
  await database.query(
    `insert into users (username, persplan_id, persplan_vorname, persplan_nachname, persplan_email, persplan_telefon)
    select 'person-' || n, 'P' || n, 'Vorname ' || n % 700, 'Nachname ' || n % 3000,
      'person-' || n || '@nordlicht.example', '+49 40 ' || 100000 + n
    from generate_series(1, $1::int) as n`,
    [PEOPLE],
  )
  await database.query('vacuum analyze')
  return {
    ...server,
    port,
    database,
    cookie: await logIn(server.ask),
    /**
     * Empties all caches of the server, so that lists come from the database. Afterwards only the caller's
     * session is cached.
     */
    clearCaches: async (cookie: string) => {
      await database.query('select pg_notify($1, $2)', [CHANNEL, '{}'])
      await sleep(RECEIVED_MS)
      await server.ask({ method: 'GET', path: '/users/current/', cookie })
    },
    async stop() {
      await database.end()
      await server.stop()
      await removeDataFolder(dataDir)
    },
  }
}

/** Number of measurements per figure, and the length of each in ms. */
export type Effort = { pairs: number; ms: number }
