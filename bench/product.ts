// The product as it is measured: on the first core, with 20,000 people in its own database, and an administrator.
import { json } from '#proof/ask.ts'
import {
  adminPassword,
  freePort,
  makeDataFolder,
  openDatabase,
  removeDataFolder,
  startServer,
} from '#proof/real-server.ts'
import { measuredCore } from './pinned.ts'

export type Product = Awaited<ReturnType<typeof startProduct>>
const PEOPLE = 20_000

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
  const body = JSON.stringify({ username: 'admin', password: adminPassword })
  const { headers } = await server.ask({ method: 'POST', path: '/auth/login/', headers: json, body })
  return {
    ...server,
    port,
    database,
    cookie: String(headers['set-cookie']?.[0]).split(';')[0] as string,
    async stop() {
      await database.end()
      await server.stop()
      await removeDataFolder(dataDir)
    },
  }
}
