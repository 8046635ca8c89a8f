// Updates an installation of the previous release in place. All rows must survive, everybody must still be
// signed in, and the previous release must refuse the database afterwards.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { json } from '#measure/ask.ts'
import { insertCrowd, roomPath } from '#measure/crowd.ts'
import type { Figure } from '#measure/figures.ts'
import { freePort, makeDataFolder, removeDataFolder, startServer } from '#measure/real-server.ts'
import { createEmptyDatabase } from '#server/testing/database.ts'
import { checkOut, previousRelease, versionIn } from './releases.ts'

const root = join(import.meta.dirname, '../..')
const PEOPLE = 60
const ROOMS = 3
/** Tables whose rows a start changes by itself. */
const ofRunning = ['migrations', 'nodes', 'jobs', 'background_results', 'cleanings']

type Options = { from: string | undefined; quick: boolean; tell: (line: string) => void }
type Release = { folder: string; version: string }

export async function updateInPlace({ from, quick, tell }: Options): Promise<Figure[]> {
  const before = checkOut(from ?? previousRelease())
  const here = { folder: root, version: versionIn(root) }
  tell(`from ${before.version} to ${here.version}`)
  // The older release makes the schema.
  const database = await createEmptyDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  const dataDir = makeDataFolder()
  const start = async ({ folder }: Release) =>
    startServer({
      dataDir,
      port: await freePort(),
      script: [join(folder, 'server/main.ts')],
      environment: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
      patience: 180_000,
    })
  try {
    const old = await start(before)
    const { people, rooms } = await insertCrowd(client, { people: PEOPLE, rooms: ROOMS })
    const said: number[] = []
    for (const [place, { cookie }] of people.entries())
      for (let nr = 0; nr < (quick ? 2 : 20); nr++)
        said.push(await say(old, rooms[place % ROOMS] ?? 0, cookie))
    await old.stop()
    const rows = await countRows(client)

    const begin = performance.now()
    const updated = await start(here)
    const startedMs = Math.round(performance.now() - begin)
    const counted = await countRows(client)
    const changed = [...rows].filter(([table, count]) => counted.has(table) && counted.get(table) !== count)
    if (changed.length > 0) throw new Error(`other rows than before: ${JSON.stringify(changed)}`)
    for (const [place, { cookie }] of people.entries()) {
      const room = rooms[place % ROOMS] ?? 0
      const id = await say(updated, room, cookie)
      const { status, text } = await updated.ask({ method: 'GET', path: roomPath(room), cookie })
      const ids = (JSON.parse(text) as { id: number }[]).map((message) => message.id)
      if (status !== 200 || !ids.includes(id))
        throw new Error(`a room is answered ${status} ${text.slice(0, 200)}`)
    }
    await updated.stop()
    const refusal = await start(before).then(
      async (server) => {
        await server.stop()
        return ''
      },
      (error: unknown) => String(error),
    )
    if (!refusal.includes('Die Datenbank ist weiter als diese Fassung'))
      throw new Error(`${before.version} starts on the database of ${here.version}: ${refusal}`)
    return [
      {
        figure: 'messages said before and there afterwards',
        value: said.length,
        unit: 'messages',
        n: PEOPLE,
      },
      { figure: 'first start on the data of before', value: startedMs, unit: 'ms', n: 1 },
    ]
  } finally {
    await client.end()
    await database.drop()
    await removeDataFolder(dataDir)
    await rm(before.folder, { recursive: true, force: true })
  }
}

type Server = Awaited<ReturnType<typeof startServer>>

async function say(server: Server, room: number, cookie: string): Promise<number> {
  const { status, text } = await server.ask({
    method: 'POST',
    path: `${roomPath(room)}send_message/`,
    cookie,
    headers: json,
    body: JSON.stringify({ message: 'Bin unterwegs' }),
  })
  if (status !== 200) throw new Error(`a message is answered ${status} ${text}`)
  return (JSON.parse(text) as { message_id: number }).message_id
}

async function countRows(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [ofRunning],
  )
  const counts = new Map<string, number>()
  for (const { name } of rows) {
    const counted = await client.query<{ count: number }>(`select count(*)::int as count from "${name}"`)
    counts.set(name, counted.rows[0]?.count ?? 0)
  }
  return counts
}
