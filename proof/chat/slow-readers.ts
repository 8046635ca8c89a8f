// Many clients open a room and never read. Measures what they cost; everybody else, and they themselves once
// they read, must still get all messages.
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import type { ChatFrame } from '#contract/chat.ts'
import { insertCrowd, roomPath, upgradeRequest } from '#measure/crowd.ts'
import { collectGarbage } from '#measure/garbage.ts'
import { testApp } from '#server/testing/app.ts'
import { until } from '#server/testing/until.ts'

const MESSAGES = 200
const SAYS_EACH = 20
/** Limit of open rooms per person. */
const SOCKETS_EACH = 10
const SOCKETS_AT_ONCE = 50
const OTHERS = 5
const WAKING = 10
/** Whole lists that a slow reader may get: the first one, and one to catch up. */
const MOST_LISTS = 2

export async function measureSlowReaders(count: number) {
  const world = await testApp()
  const folder = await mkdtemp(join(tmpdir(), 'kontor-slow-'))
  const path = join(folder, 'socket')
  // A Unix socket, because the kernel buffers only some 200 kB per end on it. On TCP it buffers megabytes, and
  // the server's own buffers would stay empty.
  await world.app.listen({ path })
  const accepted: Socket[] = []
  world.app.server.on('connection', (socket) => accepted.push(socket))
  const client = new pg.Client(world.database.connection)
  await client.connect()
  const slowPeople = Math.ceil(count / SOCKETS_EACH)
  const talkers = Math.ceil(MESSAGES / SAYS_EACH)
  const { people, rooms } = await insertCrowd(client, { people: slowPeople + talkers + OTHERS, rooms: 1 })
  await client.end()
  const cookieOf = (place: number) => people[place]?.cookie as string
  const room = roomPath(rooms[0] as number)
  const slow: Socket[] = []
  const others: WebSocket[] = []
  try {
    for (let from = 0; from < count; from += SOCKETS_AT_ONCE) {
      const places = Array.from(
        { length: Math.min(SOCKETS_AT_ONCE, count - from) },
        (_, place) => from + place,
      )
      const open = (place: number) => openUnread(path, room, cookieOf(Math.floor(place / SOCKETS_EACH)))
      slow.push(...(await Promise.all(places.map(open))))
    }
    const heard = Array.from({ length: OTHERS }, () => new Set<number>())
    for (const [place, ids] of heard.entries()) {
      const cookie = cookieOf(slowPeople + talkers + place)
      const web = new WebSocket(`ws+unix:${path}:${room}`, { headers: { cookie, host: 'kontor' } })
      web.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as ChatFrame
        if (frame.type === 'new_message') ids.add(frame.message.id)
      })
      others.push(web)
      await new Promise((first) => web.once('message', first))
    }
    await collectGarbage()
    const before = process.memoryUsage.rss()
    const said: number[] = []
    for (let number = 0; number < MESSAGES; number++) {
      const cookie = cookieOf(slowPeople + (number % talkers))
      said.push(await say(world, room, cookie, number))
    }
    // The slow readers have read nothing yet.
    await until(() => heard.every((ids) => ids.size === MESSAGES), 'the others hear everything')
    const waiting = accepted.map(({ writableLength }) => writableLength)
    const extra = process.memoryUsage.rss() - before
    const behind = waiting.filter((length) => length > 0).length
    // The last ones to connect: the server may have dropped the first ones by now, because they answer no ping.
    for (const socket of slow.slice(-WAKING)) await readUntil(socket, said.at(-1) as number)
    return { readers: count, behind, most: Math.max(...waiting), each: extra / count }
  } finally {
    for (const socket of slow) socket.destroy()
    for (const web of others) web.terminate()
    await world[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  }
}

async function say(
  { app }: Awaited<ReturnType<typeof testApp>>,
  room: string,
  cookie: string,
  number: number,
) {
  const payload = { message: `${number} ${'ä€'.repeat(2_000)}`.slice(0, 4_000) }
  const { statusCode, payload: text } = await app.inject({
    method: 'POST',
    url: `${room}send_message/`,
    headers: { cookie },
    payload,
  })
  if (statusCode !== 200) throw new Error(`answered ${statusCode} ${text}`)
  return (JSON.parse(text) as { message_id: number }).message_id
}

/** Opens a room and waits until the server has answered, but reads nothing. */
async function openUnread(path: string, room: string, cookie: string): Promise<Socket> {
  const socket = connect(path)
  socket.on('error', () => {})
  socket.write(upgradeRequest(room, { Cookie: cookie }))
  await new Promise<void>((opened, failed) => {
    socket.once('readable', opened)
    socket.once('close', () => failed(new Error('a slow reader is not let in')))
  })
  return socket
}

/** Reads on: the buffered frames, and then the whole list up to the last message. */
async function readUntil(socket: Socket, last: number) {
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (part) => (text += part))
  const lists = () => text.split('{"type":"messages"').slice(1)
  const isWhole = (list: string) =>
    list.includes(`{"id":${last},`) && list.matchAll(/\{"id":\d+,"user_id"/g).toArray().length >= MESSAGES
  await until(() => lists().some(isWhole), 'a slow reader catches up')
  await sleep(100)
  if (lists().length > MOST_LISTS) throw new Error(`a slow reader is given ${lists().length} lists`)
}
