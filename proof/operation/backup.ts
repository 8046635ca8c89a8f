// Backs up a database with many messages: how much it slows down others, and how long a restore takes.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ask, json } from '#measure/ask.ts'
import { type Crowd, insertCrowd } from '#measure/crowd.ts'
import type { Figure } from '#measure/figures.ts'
import { logIn } from '#measure/log-in.ts'
import { findProcesses, kill } from '#measure/processes.ts'
import {
  freePort,
  makeDataFolder,
  openDatabase,
  removeDataFolder,
  startServer,
} from '#measure/real-server.ts'
import { median } from '#measure/statistics.ts'
import { runWell } from './command.ts'

/** PACE: requests per second. CALM_MS: length of the measurements without a backup, before and after each one. */
const PACE = 60
const CALM_MS = 15_000
/** Warm-up in ms, until the server's code is compiled. */
const WARM_MS = 10_000
/** Repetitions; the median counts, since the machine is shared. */
const ROUNDS = 3
const goals = { restoreSeconds: 60, p99: 1.5 }

export async function backUpMany(messages: number, tell: (line: string) => void): Promise<Figure[]> {
  const dataDir = makeDataFolder()
  const backups = await mkdtemp(join(tmpdir(), 'kontor-proof-'))
  const server = await startServer({ dataDir, port: await freePort(), environment: { BACKUP_DIR: backups } })
  try {
    // Waits for the backup that every server makes at its start.
    const cookie = await logIn(server.ask)
    await idle(server.ask, cookie)
    const crowd = await fill(dataDir, messages)
    tell(`${messages} messages are in`)
    const beside = await makeBeside(server.ask, cookie, loadOf(server.ask, crowd), tell)
    await server.stop()
    const [file] = (await readdir(backups)).toSorted().toReversed()
    const restored = await restoreOften(join(backups, file as string), tell)
    return [
      { figure: 'made and proven beside the server', value: beside.made / 1_000, unit: 's', n: messages },
      {
        figure: 'p99 of others meanwhile',
        value: beside.p99,
        unit: 'ms',
        baseline: beside.calm,
        ratio: beside.p99 / beside.calm,
        n: ROUNDS,
        goal: goals.p99,
      },
      {
        figure: `${messages} messages restored and compared`,
        value: restored / 1_000,
        unit: 's',
        n: ROUNDS,
        goal: goals.restoreSeconds,
      },
    ]
  } finally {
    kill(findProcesses(dataDir))
    await removeDataFolder(dataDir)
    await rm(backups, { recursive: true, force: true })
  }
}

type Beside = { made: number; p99: number; calm: number }

/** Makes a backup per round under load. Returns the round with the median slowdown, times in ms. */
async function makeBeside(
  ask: Ask,
  cookie: string | undefined,
  load: ReturnType<typeof loadOf>,
  tell: (line: string) => void,
): Promise<Beside> {
  await load(sleep(WARM_MS))
  let before = await load(sleep(CALM_MS))
  const rounds: Beside[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now()
    await start(ask, cookie)
    const p99 = at99(await load(idle(ask, cookie)))
    const made = performance.now() - begin
    const after = await load(sleep(CALM_MS))
    const calm = at99([...before, ...after])
    before = after
    rounds.push({ made, p99, calm })
    tell(`p99 ${p99.toFixed(1)} ms beside a backup, ${calm.toFixed(1)} ms without`)
  }
  return rounds.toSorted((one, other) => one.p99 / one.calm - other.p99 / other.calm)[1] as Beside
}

/** Median time of a restore, in ms. */
async function restoreOften(file: string, tell: (line: string) => void): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = makeDataFolder()
    try {
      const { ms } = await runWell({ DATA_DIR: fresh }, 'restore', file)
      times.push(ms)
      tell(`restored in ${(ms / 1_000).toFixed(1)} s`)
    } finally {
      kill(findProcesses(fresh))
      await removeDataFolder(fresh)
    }
  }
  return median(times)
}

async function start(ask: Ask, cookie: string | undefined) {
  const { status, text } = await ask({ method: 'POST', path: '/operation/backups/', cookie })
  if (status !== 200) throw new Error(`a backup was refused: ${status} ${text}`)
}

/** Waits until no backup runs and the last one is verified. */
async function idle(ask: Ask, cookie: string | undefined) {
  for (;;) {
    await sleep(300)
    const { text } = await ask({ method: 'GET', path: '/operation/backups/', cookie })
    const { is_running, warning, items } = JSON.parse(text) as {
      is_running: boolean
      warning: string | null
      items: { state: string }[]
    }
    if (warning) throw new Error(warning)
    if (!is_running && items[0]?.state === 'verified') return
  }
}

async function fill(dataDir: string, messages: number): Promise<Crowd> {
  const client = await openDatabase(dataDir)
  const crowd = await insertCrowd(client, { people: 50, rooms: 10 })
  await client.query(`insert into chat_rooms (kind, id) select 'groups', unnest($1::int[])`, [crowd.rooms])
  await client.query(
    // Dated more than an hour back, so that they do not count for the limit of messages per minute.
    `insert into chat_messages (kind, room_id, user_id, created_at, content, client_key)
     select 'groups', ($2::int[])[1 + n % 10], ($3::int[])[1 + n % 50], now() - make_interval(secs => 3600 + 10 * ($1 - n)),
       'Nachricht ' || n || ': ' || md5(n::text) || ', bitte alle um ' || n % 24 || ' Uhr am Tor sein.', md5('k' || n)
     from generate_series(1, $1) n`,
    [messages, crowd.rooms, crowd.people.map(({ id }) => id)],
  )
  await client.query('analyze')
  await client.query('checkpoint')
  await client.end()
  return crowd
}

/** Latencies in ms, each from its scheduled time, so that a stalled server does not get fewer requests. */
const loadOf = (ask: Ask, { people, rooms }: Crowd) =>
  async function load(whole: Promise<unknown>): Promise<number[]> {
    const times: number[] = []
    const open = new Set<Promise<void>>()
    const ended = new AbortController()
    void whole.finally(() => ended.abort()).catch(() => {})
    const begin = performance.now()
    for (let number = 0; !ended.signal.aborted; number++) {
      const due = begin + (number * 1_000) / PACE
      if (due > performance.now()) await sleep(due - performance.now())
      const path = `/chat/groups/${rooms[number % rooms.length]}/`
      // A quarter of the requests are messages, each by another person, so that nobody reaches the limit.
      const cookie = people[Math.floor(number / 4) % people.length]?.cookie
      const asked =
        number % 4 === 0
          ? ask({
              method: 'POST',
              path: `${path}send_message/`,
              cookie,
              headers: json,
              body: JSON.stringify({ message: `${number}` }),
            })
          : ask({ method: 'GET', path, cookie })
      const done = finish(asked, due, times)
      open.add(done)
      void done.finally(() => open.delete(done)).catch(() => {})
    }
    await Promise.all(open)
    await whole
    return times
  }

const at99 = (times: number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0

async function finish(asked: ReturnType<Ask>, due: number, times: number[]) {
  const { status, text } = await asked
  if (status !== 200) throw new Error(`answered ${status} ${text}`)
  times.push(performance.now() - due)
}
