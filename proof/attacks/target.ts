// The server under attack: on the first core, with a small heap, and with the people, rooms and documents that
// the attacks need.

import { type Ask, json } from '#measure/ask.ts'
import { measuredCore } from '#measure/cores.ts'
import { insertCrowd } from '#measure/crowd.ts'
import { logIn } from '#measure/log-in.ts'
import { processDocument } from '#measure/process-document.ts'
import {
  freePort,
  makeDataFolder,
  openDatabase,
  removeDataFolder,
  serverProgram,
  startServer,
} from '#measure/real-server.ts'
import type { Target } from './method.ts'

/** Heap limit in MB, the same as Node's default on a machine with 2 GB. */
const HEAP = 512
const ROOMS = 60
/** Sixty of them attack and one is the other user. The rest makes searches expensive. */
const PEOPLE = 2_000
const MESSAGES = 200

export type Attacked = Awaited<ReturnType<typeof startAttacked>>

export async function startAttacked() {
  const dataDir = makeDataFolder()
  const port = await freePort()
  const script = [`--max-old-space-size=${HEAP}`, serverProgram]
  const server = await startServer({ dataDir, port, prefix: measuredCore, script, limited: true })
  const stop = async () => {
    await server.stop()
    await removeDataFolder(dataDir)
  }
  try {
    return { ...server, ...(await fill(server.ask, dataDir, port)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fill(ask: Ask, dataDir: string, port: number) {
  const database = await openDatabase(dataDir)
  const { people, rooms } = await insertCrowd(database, { people: PEOPLE, rooms: ROOMS })
  await database.query("insert into chat_rooms (kind, id) values ('groups', $1)", [rooms[0]])
  await database.query(
    `insert into chat_messages (kind, room_id, user_id, content)
    select 'groups', $1, $2, $3 || n from generate_series(1, $4::int) as n`,
    [rooms[0], people[0]?.id, 'x'.repeat(900), MESSAGES],
  )
  await database.query('vacuum analyze')
  await database.end()
  const admin = await logIn(ask)
  const doc = await publish(ask, admin, 'Unterweisung', processDocument(12))
  const hardDoc = await publish(ask, admin, 'Schwer zu setzen', hardTree())
  const target: Target = { port, admin, people: people.slice(0, 60), rooms, doc, hardDoc }
  const other = { port, cookie: people.at(-1)?.cookie as string, room: rooms[1] as number }
  return { target, other }
}

/** Creates a document, and makes it visible to everybody. */
async function publish(ask: Ask, cookie: string, name: string, content: unknown): Promise<number> {
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await ask({ method, path, cookie, headers: json, body: JSON.stringify(body) })
    if (answer.status !== 200) throw new Error(`${method} ${path} answers ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text) as { doc_id: number }
  }
  const { doc_id } = await send('POST', '/docs/', { name })
  await send('PATCH', `/docs/${doc_id}/`, { content })
  await send('PUT', `/docs/${doc_id}/visibility/public/`, { public: true })
  await send('PUT', `/docs/${doc_id}/status/`, { status: 'Aktiv' })
  return doc_id
}

/** Very long texts that are expensive for the naming of fields, for hyphenation and for fonts. */
function hardTree() {
  const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const named = (text: string) => ({
    type: 'paragraph',
    content: [
      { type: 'text', text },
      { type: 'active', attrs: { type: 'text', name: `Feld ${text.length}` } },
    ],
  })
  return {
    type: 'process',
    content: [
      named(`${'-'.repeat(60_000)}a`),
      words('a\u0301'.repeat(50_000)),
      words('\u200d'.repeat(50_000)),
    ],
  }
}
