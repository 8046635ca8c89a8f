// WebSocket handshakes and bytes on live connections that no browser would send.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectTo } from '#measure/ask.ts'
import { insertCrowd, roomPath, upgradeRequest } from '#measure/crowd.ts'
import { createRandom, type Random } from '#planner-simulator/random.ts'
import { testApp } from '#server/testing/app.ts'

type Doors = { own: string; cookies: string[]; room: number }
type Try = { bytes: Buffer; mayEnter: boolean }

const PARALLEL_TRIES = 8
/** Timeout of an answer, and how long an open connection stays, in ms. */
const stay = { outside: 300, inside: 30 }

export async function throwUpgrades(count: number, seed: number) {
  const world = await testApp()
  const { port } = await world.listen()
  const doors = await openDoors(world.database.connection, port)
  const { ask, close } = connectTo(port)
  const told = { tries: 0, entered: 0 }
  const held: Socket[] = []
  const work = async (tries: Iterator<Try>) => {
    for (let next = tries.next(); !next.done; next = tries.next()) {
      const { bytes, mayEnter } = next.value
      const { answer, socket } = await knock(port, bytes)
      held.push(socket)
      told.tries++
      const shown = JSON.stringify(bytes.toString('latin1').slice(0, 600))
      const hasEntered = answer.includes('HTTP/1.1 101')
      if (hasEntered) told.entered++
      if (hasEntered && !mayEnter) throw new Error(`let in: ${shown}`)
      if (answer.startsWith('HTTP/1.1 5')) throw new Error(`answered ${answer.slice(0, 80)} to ${shown}`)
      if (told.tries % 20 > 0) continue
      const { status } = await ask({ method: 'GET', path: '/status/' })
      if (status !== 200) throw new Error(`the server is not well after ${shown}`)
    }
  }
  try {
    const tries = allTries(doors, count, createRandom(seed))
    await Promise.all(Array.from({ length: PARALLEL_TRIES }, () => work(tries)))
    close()
    await untilNobodyIsLeft(world.app.server)
    return told
  } finally {
    for (const socket of held) socket.destroy()
    await world[Symbol.asyncDispose]()
  }
}

async function openDoors(connection: pg.ClientConfig, port: number): Promise<Doors> {
  const client = new pg.Client(connection)
  await client.connect()
  const { people, rooms } = await insertCrowd(client, { people: 50, rooms: 1 })
  await client.end()
  return {
    own: `127.0.0.1:${port}`,
    cookies: people.map(({ cookie }) => cookie),
    room: rooms[0] as number,
  }
}

/** Waits until the server has no connection left, even if refused clients keep their end open. */
async function untilNobodyIsLeft(server: {
  getConnections(told: (error: unknown, n: number) => void): void
}) {
  let left = 0
  for (let waited = 0; waited < 10_000; waited += 50) {
    left = await new Promise<number>((tell) => server.getConnections((_error, n) => tell(n)))
    if (left === 0) return
    await sleep(50)
  }
  throw new Error(`${left} connections are left behind`)
}

/**
 * Sends bytes, and returns the answer once the server closes or a timeout is over. Our end stays open until
 * then.
 */
function knock(port: number, bytes: Buffer): Promise<{ answer: string; socket: Socket }> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('latin1')
    let answer = ''
    let patience = setTimeout(() => socket.destroy(), stay.outside)
    const done = () => {
      clearTimeout(patience)
      resolve({ answer, socket })
    }
    socket.on('error', () => {})
    socket.once('end', done)
    socket.once('close', done)
    socket.on('data', (text) => {
      answer += text
      if (!answer.includes('HTTP/1.1 101')) return
      clearTimeout(patience)
      patience = setTimeout(() => socket.destroy(), stay.inside)
    })
    // Sometimes split into pieces, as on a real network.
    if (bytes.length % 3 > 0) return socket.write(bytes)
    socket.write(bytes.subarray(0, bytes.length >> 1))
    return setTimeout(() => socket.write(bytes.subarray(bytes.length >> 1)), 1)
  })
}

/** Each origin once with a valid session, then random handshakes. */
function* allTries(doors: Doors, count: number, random: Random): Generator<Try> {
  const origins = originsLike(doors.own)
  const good = [`http://${doors.own}`, `https://${doors.own}`]
  for (let done = 0; done < count; done++) {
    const origin = origins.shift()
    if (origin === undefined) {
      yield anything(doors, random, [...good, ...originsLike(doors.own)])
      continue
    }
    const headers = { Host: doors.own, Origin: origin, Cookie: random.pick(doors.cookies) }
    const bytes = Buffer.from(upgradeRequest(roomPath(doors.room), headers), 'latin1')
    yield { bytes, mayEnter: good.includes(origin) }
  }
}

/** 200 origins; the first two are the server's own. */
function originsLike(own: string): string[] {
  const [host = '', port = ''] = own.split(':')
  const bad = 'boese.example'
  const hosts = [
    own, host, `${own}1`, `1${own}`, `${host}:0${port}`, `${host}:${Number(port) + 1}`, `${own}.${bad}`,
    `${bad}/${own}`, `${own}/`, `${own}/chat/`, `${own}?`, `${own}#`, `${own}%00`, `x@${own}`, `${own}@${bad}`,
    `${bad}\\@${own}`, `${host}.:${port}`, `[::ffff:${host}]:${port}`, `localhost:${port}`, `2130706433:${port}`,
    `127.1:${port}`, `0x7f.0.0.1:${port}`, `${own}, http://${own}`, `${own} http://${bad}`, bad,
  ] // biome-ignore format: a list to read at a glance
  const schemes = ['http://', 'https://', 'HTTP://', 'http:', 'http:///', 'ws://', 'null', 'file://']
  return schemes
    .flatMap((scheme) => hosts.map((host) => `${scheme}${host}`))
    .sort((a, b) => ours(b) - ours(a))

  function ours(origin: string): number {
    return origin === `http://${own}` || origin === `https://${own}` ? 1 : 0
  }
}

function anything({ own, cookies, room }: Doors, random: Random, origins: string[]): Try {
  const cookie = random.pick(cookies)
  const hasSession = random.chance(0.4)
  const path = random.chance(0.5) ? roomPath(room) : random.pick(pathsLike(room))
  const origin = random.chance(0.5) ? undefined : random.chance(0.5) ? origins[0] : random.pick(origins)
  const headers: Record<string, string> = {
    Host: own,
    Cookie: hasSession ? cookie : random.pick(cookiesLike(cookie)),
    ...(origin !== undefined && { Origin: origin }),
    ...(random.chance(0.3) && random.pick(headersLike())),
  }
  const method = random.chance(0.9) ? 'GET' : random.pick(['POST', 'HEAD', 'OPTIONS', 'CONNECT', 'BREW'])
  const request = Buffer.from(upgradeRequest(path, headers, method), 'latin1')
  const isDamaged = random.chance(0.2)
  const isOurs = origin === undefined || origins.slice(0, 2).includes(origin)
  return {
    // Frames directly after the request, without waiting for the answer as browsers do.
    bytes: Buffer.concat([isDamaged ? damaged(request, random) : request, frames(random)]),
    mayEnter: hasSession && (isDamaged || isOurs),
  }
}

const pathsLike = (room: number) => [
  '/', '/status/', '/users/current/', '/chat/groups/', '/chat/groups/0/', '/chat/groups/-1/', '/chat/groups/1e1/',
  `/chat/groups/${room}`, `/chat/groups/0${room}/`, `/chat/groups/${room}/?x=${'y'.repeat(500)}`, '/chat/direct/1/',
  `/chat/groups/${room}/messages/`, `/chat/GROUPS/${room}/`, `//chat/groups/${room}/`, `/chat/groups/${room}%2f`,
  `/x/../chat/groups/${room}/`, `/chat/groups/${room}/#`, `http://boese.example/chat/groups/${room}/`,
  '/chat/groups/999999999999999999999/', '/chat/groups/4294967297/', '/chat/groups/2147483648/', '*', '/\xff\xfe',
  `/chat/groups/${room};x/`, '/chat/rooms/1/', '/chat/__proto__/1/', `/${'a'.repeat(9_000)}`,
] // biome-ignore format: a list to read at a glance

/** None of these is a valid session cookie. */
const cookiesLike = (good: string) => {
  const token = good.slice('session='.length)
  return [
    '', 'session=', 'session', '=', ';;;', `Session=${token}`, `session=${token}x`, `session=${token.slice(1)}`,
    `session="${token}"`, `${good}; ${good}`, `session=%${token}`, `xsession=${token}`, `session =${token}`,
    `session=${'A'.repeat(43)}`, `session=${'A'.repeat(5_000)}`, '__proto__=1; constructor=2', 'a=b;'.repeat(1_000),
  ] // biome-ignore format: a list to read at a glance
}

const headersLike = (): Record<string, string>[] => [
  { 'Sec-WebSocket-Version': '7' }, { 'Sec-WebSocket-Version': '13, 8' }, { 'Sec-WebSocket-Version': '' },
  { 'Sec-WebSocket-Key': '' }, { 'Sec-WebSocket-Key': 'x'.repeat(24) }, { 'Sec-WebSocket-Key': 'x'.repeat(5_000) },
  { Upgrade: 'h2c' }, { Upgrade: 'websocket, h2c' }, { Upgrade: 'WebSocket' }, { Upgrade: '' }, { Connection: 'close' },
  { Connection: 'keep-alive, Upgrade' }, { 'Sec-WebSocket-Protocol': 'chat, superchat' }, { 'Sec-WebSocket-Protocol': ',' },
  { 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits' }, { Host: '' }, { 'Content-Length': '5' },
  { 'Sec-WebSocket-Extensions': 'a;'.repeat(2_000) }, { 'Transfer-Encoding': 'chunked' }, { Expect: '100-continue' },
  { 'X-Forwarded-Host': 'boese.example' }, { 'X-Forwarded-For': '1.2.3.4' }, { X: '\xff\xfe' },
] // biome-ignore format: a list to read at a glance

function damaged(request: Buffer, random: Random): Buffer {
  const copy = Buffer.from(request)
  const at = random.below(copy.length)
  const kind = random.below(3)
  if (kind === 0) return copy.subarray(0, at)
  if (kind === 1) return Buffer.concat([copy.subarray(0, at), copy.subarray(random.below(at + 1))])
  for (let times = random.below(6); times >= 0; times--) copy[random.below(copy.length)] = random.below(256)
  return copy
}

function frames(random: Random): Buffer {
  const count = random.below(5)
  return Buffer.concat(Array.from({ length: count }, () => frame(random)))
}

/** A frame with invalid bits: reserved ones, unknown opcodes, fragmented control frames, wrong lengths, no mask. */
function frame(random: Random): Buffer {
  const kind = random.pick([0, 1, 2, 3, 7, 8, 9, 10, 15])
  const first =
    kind | (random.chance(0.7) ? 0x80 : 0) | (random.chance(0.15) ? random.pick([0x40, 0x20, 0x10]) : 0)
  const mask = random.chance(0.8) ? 0x80 : 0
  const length = random.pick([0, 1, 2, 5, 125, 126, 127])
  const told =
    length === 126
      ? Buffer.from([0, random.below(256)])
      : length === 127
        ? Buffer.from(
            random.pick(['ffffffffffffffff', '7fffffffffffffff', '0000000100000000', '0000000000000001']),
            'hex',
          )
        : Buffer.alloc(0)
  const body = Buffer.from(
    Array.from({ length: random.pick([length, length, 3, 2_000]) }, () => random.below(256)),
  )
  return Buffer.concat([Buffer.from([first, mask | length]), told, Buffer.alloc(mask ? 4 : 0), body])
}
