// Fills the disk while people write. Reads must go on, writes must be refused, no acknowledged message may be
// lost, and the server must recover once there is space. The disk is a small tmpfs that only the server sees.
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ask, json } from '#measure/ask.ts'
import type { Figure } from '#measure/figures.ts'
import { logIn } from '#measure/log-in.ts'
import { findProcesses, kill } from '#measure/processes.ts'
import {
  freePort,
  makeDataFolder,
  removeDataFolder,
  serverProgram,
  startServer,
} from '#measure/real-server.ts'

const DISK_MB = 256
/** A message of maximum length, random so that it does not compress. */
const LONG = () =>
  Array.from({ length: 400 }, () => Math.random().toString(36).slice(2, 12).padEnd(10, 'x')).join('')
const BEFORE = 8
const REFUSALS = 20
const MOST_TRIES = 200
const BACK_MS = 30_000

export async function fillDisk(tell: (line: string) => void): Promise<Figure[]> {
  const dataDir = makeDataFolder()
  const mounted = `mount -t tmpfs -o size=${DISK_MB}m,mode=711 tmpfs ${dataDir} && exec "$@"`
  const prefix = ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', mounted, 'sh']
  const server = await startServer({ dataDir, port: await freePort(), prefix, script: [serverProgram] })
  try {
    const cookie = await logIn(server.ask)
    const room = await newRoom(server.ask, cookie)
    /** The server's data folder, seen from outside its mount namespace. */
    const disk = `/proc/${server.pid}/root${dataDir}`
    const confirmed: number[] = []
    const say = async () => {
      const body = JSON.stringify({ message: LONG() })
      const answer = await server.ask({
        method: 'POST',
        path: `${room}send_message/`,
        cookie,
        headers: json,
        body,
      })
      if (answer.status === 200)
        confirmed.push((JSON.parse(answer.text) as { message_id: number }).message_id)
      else if (answer.status !== 503) throw new Error(`a message is answered ${answer.status} ${answer.text}`)
      return answer.status
    }
    const look = async (path: string) => (await server.ask({ method: 'GET', path, cookie })).status
    for (let said = 0; said < BEFORE; said++) await say()

    const ballast = join(disk, 'ballast')
    await fill(ballast, disk)
    let refused = 0
    let unread = 0
    for (let tries = 0; tries < MOST_TRIES && refused < REFUSALS; tries++) {
      if ((await say()) === 503) refused++
      if ((await look(room)) !== 200 || (await look('/users/current/')) !== 200) unread++
    }
    const ready = await look('/health/ready')
    tell(`${confirmed.length} messages confirmed, ${refused} refused; /health/ready answers ${ready}`)
    if (refused < REFUSALS) throw new Error('the disk did not run full')
    if (ready !== 503) throw new Error(`/health/ready answers ${ready} where nothing can be written`)

    await rm(ballast)
    const begin = performance.now()
    while ((await look('/health/ready')) !== 200) {
      if (performance.now() - begin > BACK_MS) throw new Error('it does not come back')
      await sleep(50)
    }
    if ((await say()) !== 200) throw new Error('it says that it is ready, and refuses what is written')
    const backMs = Math.round(performance.now() - begin)
    const there = await messagesOf(server.ask, cookie, room)
    const lost = confirmed.filter((id) => !there.has(id)).length
    const extra = there.size - confirmed.length
    return [
      { figure: 'messages refused on a full disk', value: refused, unit: 'messages', n: confirmed.length },
      { figure: '… reads that failed meanwhile', value: unread, unit: 'reads', n: refused, goal: 0 },
      { figure: '… confirmed messages lost', value: lost, unit: 'messages', n: confirmed.length, goal: 0 },
      { figure: '… refused ones that are there', value: extra, unit: 'messages', n: refused, goal: 0 },
      { figure: 'writing again once there is room', value: backMs, unit: 'ms', n: 1, goal: BACK_MS },
    ]
  } finally {
    await server.stop()
    kill(findProcesses(dataDir))
    await removeDataFolder(dataDir)
  }
}

/** A group with its chat, in which the administrator may write. */
async function newRoom(ask: Ask, cookie: string): Promise<string> {
  await ask({ method: 'PUT', path: '/groups/custom/Lager/', cookie })
  const { text } = await ask({ method: 'GET', path: '/chat/groups/', cookie })
  const [room] = JSON.parse(text) as { id: number }[]
  return `/chat/groups/${room?.id}/`
}

/** Fills the disk to the last byte. */
async function fill(file: string, disk: string) {
  const handle = await open(file, 'w')
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(disk)
      if (bavail === 0) return
      await handle.write(Buffer.alloc(Math.min(bavail * bsize, 1_048_576)))
    }
  } finally {
    await handle.close()
  }
}

/** Ids of all messages of a room. Each answer has the newest 200 before a given message. */
async function messagesOf(ask: Ask, cookie: string, room: string): Promise<Set<number>> {
  const ids = new Set<number>()
  for (let before = ''; ; ) {
    const { text } = await ask({ method: 'GET', path: `${room}${before}`, cookie })
    const some = (JSON.parse(text) as { id: number }[]).map(({ id }) => id)
    for (const id of some) ids.add(id)
    if (some.length < 200) return ids
    before = `?before=${Math.min(...some)}`
  }
}
