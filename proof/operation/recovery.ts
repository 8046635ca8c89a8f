// Any second comes back: of a server that keeps its log, the last message that was confirmed before a chosen second is
// there again, and the next is not.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { json } from '#measure/ask.ts'
import { insertCrowd } from '#measure/crowd.ts'
import { kill, named } from '#measure/processes.ts'
import {
  freePort,
  makeDataFolder,
  openDatabase,
  type RealServer,
  removeDataFolder,
  startServer,
} from '#measure/real-server.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { runCommand, runWell } from './command.ts'

/** It is looked for each minute. */
const PATIENCE_MS = 300_000
/** A message that was confirmed, and a second after it before the next one is sent. */
type Said = { content: string; until: Date }

export async function recoverSeconds(seconds: number, tell: (line: string) => void) {
  const folders = [makeDataFolder(), makeDataFolder()]
  const [dataDir, archive] = folders as [string, string]
  const server = await startServer({ dataDir, port: await freePort(), environment: { PITR_DIR: archive } })
  try {
    await untilBase(dataDir)
    const said = await say(server, dataDir, seconds)
    await server.stop()
    const timesMs: number[] = []
    for (const [place, { until }] of said.entries()) {
      const fresh = makeDataFolder()
      folders.push(fresh)
      const { ms } = await runWell({ DATA_DIR: fresh }, 'recover', archive, '--until', wallClock(until))
      timesMs.push(ms)
      const expected = said.slice(0, place + 1).map(({ content }) => content)
      const found = await messagesIn(fresh)
      if (found.join() !== expected.join())
        throw new Error(
          `until ${until.toISOString()} there is [${found.join()}] instead of [${expected.join()}]`,
        )
      tell(`until ${wallClock(until)}: ${found.length} of ${said.length} messages`)
    }
    await refuseOthers(archive, folders)
    return { seconds: said.length, timesMs }
  } finally {
    for (const folder of folders) {
      kill(named(folder))
      await removeDataFolder(folder)
    }
  }
}

/** The server begins with a ground by itself, soon after its start. */
async function untilBase(dataDir: string) {
  const client = await openDatabase(dataDir)
  for (const begin = performance.now(); ; await sleep(100)) {
    const { rows } = await client.query<{ verified: boolean; problem: string | null }>(
      `select verified_at is not null as verified, problem from backups where kind = 'base'`,
    )
    if (rows[0]?.verified) break
    if (rows[0]?.problem || performance.now() - begin > PATIENCE_MS)
      throw new Error(`no base: ${rows[0]?.problem ?? 'none was begun'}`)
  }
  await client.end()
}

async function say({ ask }: RealServer, dataDir: string, count: number): Promise<Said[]> {
  const client = await openDatabase(dataDir)
  const { people, rooms } = await insertCrowd(client, { people: 1, rooms: 1 })
  await client.end()
  const said: Said[] = []
  for (let number = 1; number <= count; number++) {
    const content = `nachricht-${number}`
    const answer = await ask({
      method: 'POST',
      path: `/chat/groups/${rooms[0]}/send_message/`,
      cookie: people[0]?.cookie,
      headers: json,
      body: JSON.stringify({ message: content }),
    })
    if (answer.status !== 200) throw new Error(`a message was answered ${answer.status} ${answer.text}`)
    const until = new Date(Math.ceil(Date.now() / 1_000) * 1_000)
    await sleep(until.getTime() - Date.now() + 20)
    said.push({ content, until })
  }
  return said
}

/** As `--until` takes it. */
export const wallClock = (at: Date) =>
  at.toLocaleString('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' })

async function messagesIn(dataDir: string): Promise<string[]> {
  const embedded = await startEmbedded(dataDir)
  const client = new pg.Client(embedded.connection)
  await client.connect()
  const { rows } = await client.query<{ content: string }>('select content from chat_messages order by id')
  await client.end()
  await embedded.stop()
  return rows.map(({ content }) => content)
}

/** A moment that the archive does not hold is refused in a sentence, and leaves nothing behind. */
async function refuseOthers(archive: string, folders: string[]) {
  for (const [until, sentence] of [
    ['2000-01-01 00:00:00', /nicht zurück/],
    ['2099-01-01 00:00:00', /in der Zukunft/],
    ['gestern', /nicht lesbar/],
  ] as const) {
    const fresh = makeDataFolder()
    folders.push(fresh)
    const { code, output } = await runCommand({ DATA_DIR: fresh }, 'recover', archive, '--until', until)
    if (code !== 1 || !sentence.test(output) || output.trim().split('\n').length !== 1)
      throw new Error(`--until ${until} ended with ${code}:\n${output}`)
  }
}
