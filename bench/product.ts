// The product as it is measured: on the first core, with 20,000 people in its own database, and an administrator.

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
/** In ms; by then a sent request has reached the server. */
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
    /** Lists are measured as the database makes them: all that is in memory is forgotten, but who asks. */
    forget: async (cookie: string) => {
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
