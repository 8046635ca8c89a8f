// What the calls of a day cost, beside those that open screens make by themselves (`load --part calls`): CPU of the server
// and of its database for each, in the company of the demo. One at a time with a pause, as people come.
import { setTimeout as sleep } from 'node:timers/promises'
import { cast, demoPassword, type Person } from '#demo/cast.ts'
import { type Answer, type Asked, json } from '#measure/ask.ts'
import { measuredCore } from '#measure/cores.ts'
import type { Figure } from '#measure/figures.ts'
import { logIn } from '#measure/log-in.ts'
import { serverAndDatabase } from '#measure/processes.ts'
import {
  freePort,
  makeDataFolder,
  type RealServer,
  removeDataFolder,
  serverProgram,
  startServer,
} from '#measure/real-server.ts'
import type { Effort } from './read-ratio.ts'

const PAUSE_MS = 10
/** Until memory and compiler know a call. */
const WARM = 40

type Cookies = Record<'admin' | 'lead' | 'staff', string>
type Call = (turn: number) => Asked
type Row = { id: number }

export async function everydayCalls({ pairs }: Effort): Promise<Figure[]> {
  const dataDir = makeDataFolder()
  const server = await startServer({
    dataDir,
    port: await freePort(),
    prefix: measuredCore,
    script: [serverProgram, '--demo'],
  })
  try {
    const times = pairs < 12 ? 100 : 400
    const idle = await costOf(server, times, () => sleep(PAUSE_MS))
    const besides = (part: 'server' | 'database', ms: number) => (idle[part] / idle.ms) * ms
    const figures: Figure[] = []
    for (const [name, call] of Object.entries(await callsOf(server))) {
      const ask = async (turn: number) => mustBeWell(name, await server.ask(call(turn)))
      for (let turn = 0; turn < WARM; turn++) await ask(turn)
      const cost = await costOf(server, times, async (turn) => {
        await ask(WARM + turn)
        await sleep(PAUSE_MS)
      })
      for (const part of ['server', 'database'] as const)
        figures.push({
          figure: `${name}: ${part}`,
          value: Math.max(0, cost[part] - besides(part, cost.ms)),
          unit: 'µs CPU',
          n: times,
        })
    }
    return figures
  } finally {
    await server.stop()
    await removeDataFolder(dataDir)
  }
}

async function callsOf(server: RealServer): Promise<Record<string, Call>> {
  const as = (person: Person) => logIn(server.ask, { username: person.username, password: demoPassword })
  const cookies: Cookies = {
    admin: await as(cast.clara),
    lead: await as(cast.bruno),
    staff: await as(cast.anna),
  }
  const get =
    (path: string, who: keyof Cookies): Call =>
    () => ({ method: 'GET', path, cookie: cookies[who] })
  const change =
    (
      method: string,
      path: string,
      { who, body }: { who: keyof Cookies; body: (turn: number) => object },
    ): Call =>
    (turn) => ({ method, path, cookie: cookies[who], headers: json, body: JSON.stringify(body(turn)) })
  const firstOf = async (path: string, who: keyof Cookies) =>
    rowsOf(mustBeWell(path, await server.ask({ method: 'GET', path, cookie: cookies[who] })))[0] as Row

  const { id: happening } = await firstOf('/happenings/?status=Aktiv', 'lead')
  const { id: part } = await firstOf(`/happenings/${happening}/subhappenings/`, 'lead')
  const sheet = `/happenings/${happening}/subhappenings/${part}/time/`
  const { id: timeentry_id } = await firstOf(sheet, 'lead')
  const { id: doc } = await firstOf('/docs/', 'staff')
  const { fields, types } = JSON.parse(
    mustBeWell('results', await server.ask(get(`/docs/${doc}/userdata/`, 'admin')(0))),
  ) as { fields: string[]; types: string[] }
  const field = fields[types.indexOf('text')] as string
  const { id: room } = await firstOf('/chat/groups/', 'staff')
  return {
    'a page of the app': get('/ui/docs', 'staff'),
    '„Heute“, unchanged': get('/today/', 'staff'),
    'happenings, unchanged': get('/happenings/', 'lead'),
    'a happening': get(`/happenings/${happening}/`, 'lead'),
    'its parts, unchanged': get(`/happenings/${happening}/subhappenings/`, 'lead'),
    'one part': get(`/happenings/${happening}/subhappenings/${part}/`, 'lead'),
    'its times, unchanged': get(sheet, 'lead'),
    'a time recorded': change('PATCH', sheet, {
      who: 'admin',
      body: (turn) => ({
        items: [
          {
            timeentry_id,
            ist_von_date: '2026-11-20',
            ist_von_time: `09:${String(turn % 60).padStart(2, '0')}`,
            ist_bis_date: '2026-11-20',
            ist_bis_time: '18:30',
          },
        ],
      }),
    }),
    'a process': get(`/docs/${doc}/`, 'staff'),
    'what one has answered in it': get(`/docs/${doc}/currentuserdata/`, 'staff'),
    'an answer entered': change('PATCH', `/docs/${doc}/currentuserdata/`, {
      who: 'staff',
      body: (turn) => ({ data: { [field]: turn } }),
    }),
    'users, unchanged': get('/users/', 'admin'),
    'the matrix, unchanged': get('/users/groups/', 'admin'),
    'messages of a room': get(`/chat/groups/${room}/`, 'staff'),
    'a search over everything': get('/find/?filter=bus', 'staff'),
    'the log of changes': get('/audit/', 'admin'),
  }
}

function mustBeWell(name: string, { status, text }: Answer): string {
  if (status !== 200) throw new Error(`${name}: ${status} ${text.slice(0, 200)}`)
  return text
}

/** Pages have their rows in `items`, chats are a list. */
function rowsOf(text: string): Row[] {
  const list = JSON.parse(text) as Row[] | { items: Row[] }
  return Array.isArray(list) ? list : list.items
}

/** CPU of each time that something is done, in µs, and how long that takes. */
async function costOf({ pid }: RealServer, times: number, work: (turn: number) => Promise<unknown>) {
  const before = serverAndDatabase(pid)
  const begin = performance.now()
  for (let turn = 0; turn < times; turn++) await work(turn)
  const after = serverAndDatabase(pid)
  return {
    ms: (performance.now() - begin) / times,
    server: (after.server - before.server) / times,
    database: (after.database - before.database) / times,
  }
}
