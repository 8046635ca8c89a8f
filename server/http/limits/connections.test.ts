import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { proxiesOf } from '../address.ts'
import { Connections, connectionLimits } from './connections.ts'

/** A server that answers each request when it is told to. */
async function listening(limits: Partial<typeof connectionLimits>, trusted: string[] = []) {
  const connections = new Connections(proxiesOf(trusted), { ...connectionLimits, ...limits })
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    connections.begin(request, response, () => {
      if (request.url === '/large') response.end(Buffer.alloc(64 * 1024 * 1024))
      else if (request.url === '/') response.end('ok')
      else waiting.push(() => response.end('late'))
    })
  })
  connections.watch(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open: Socket[] = []
  return {
    connections,
    http: server,
    waiting,
    async connect(localAddress = '127.0.0.1') {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      socket.on('error', () => {})
      open.push(socket)
      await once(socket, 'connect')
      return socket
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: kontor\r\n\r\n`
async function answer(socket: Socket, path = '/') {
  socket.write(asking(path))
  return String((await once(socket, 'data'))[0])
}
const isClosed = (socket: Socket) => (socket.closed ? true : once(socket.resume(), 'close').then(() => true))

test('an address has so many connections and no more; another one is not touched', async () => {
  await using server = await listening({ each: 3 })
  const mine = [await server.connect(), await server.connect(), await server.connect()]
  for (const socket of mine) assert.match(await answer(socket), /200 OK/)
  await isClosed(await server.connect())
  assert.match(await answer(await server.connect('127.0.0.2')), /200 OK/)
  assert.equal(server.connections.refused, 1)
  mine[0]?.destroy()
  while (server.connections.size > 3) await new Promise(setImmediate)
  assert.match(await answer(await server.connect()), /200 OK/)
})

test('a proxy of ours speaks for many', async () => {
  await using server = await listening({ each: 3 }, ['loopback'])
  const all = await Promise.all(Array.from({ length: 10 }, () => server.connect()))
  for (const socket of all) assert.match(await answer(socket), /200 OK/)
})

test('when there are too many of all, those go that wait for nothing, and whoever comes gets in', async () => {
  await using server = await listening({ all: 10, crowded: 0.5 }, ['loopback'])
  const busy = await server.connect()
  busy.write(asking('/slow'))
  while (server.waiting.length < 1) await new Promise(setImmediate)
  const idle: Socket[] = []
  for (let nr = 0; nr < 8; nr++) {
    const socket = await server.connect()
    assert.match(await answer(socket), /200 OK/)
    idle.push(socket)
  }
  for (const socket of idle.slice(0, 4)) assert.equal(await isClosed(socket), true)
  assert.ok(!idle.at(-1)?.closed)
  server.waiting[0]?.()
  assert.match(String((await once(busy, 'data'))[0]), /late/)
})

test('when there are too many that are all in use, whoever comes is let go of at once', async () => {
  await using server = await listening({ all: 3 }, ['loopback'])
  for (let nr = 1; nr <= 3; nr++) {
    const socket = await server.connect()
    socket.write(asking('/slow'))
    while (server.waiting.length < nr) await new Promise(setImmediate)
  }
  assert.equal(await isClosed(await server.connect()), true)
  assert.equal(server.connections.size, 3)
  server.waiting[0]?.()
})

test('however many live connections there are, who comes to ask is answered, and the next live one is refused', async () => {
  await using server = await listening({ all: 20, crowded: 0.45, live: 0.4 }, ['loopback'])
  const { connections } = server
  const theirs: Socket[] = []
  server.http.on('connection', (socket: Socket) => theirs.push(socket))
  for (let nr = 0; nr < 9; nr++) await server.connect()
  while (theirs.length < 9) await new Promise(setImmediate)
  const live = theirs.slice(0, 8).map((socket) => connections.becomesLive(socket))
  assert.deepEqual(live, Array(8).fill(true))
  assert.equal(connections.becomesLive(theirs[8] as Socket), false)
  for (let nr = 0; nr < 4; nr++) {
    const socket = await server.connect()
    assert.match(await answer(socket), /200 OK/)
  }
})

test('who asks on and on without waiting for an answer is let go of', async () => {
  await using server = await listening({ unanswered: 4 })
  const [greedy, patient] = [await server.connect(), await server.connect('127.0.0.2')]
  patient.write(asking('/slow').repeat(4))
  while (server.waiting.length < 1) await new Promise(setImmediate)
  greedy.write(asking('/slow').repeat(5))
  assert.equal(await isClosed(greedy), true)
  let heard = ''
  patient.on('data', (piece: Buffer) => (heard += String(piece)))
  while (heard.split('late').length <= 4) {
    for (const end of server.waiting.splice(0)) end()
    await new Promise(setImmediate)
  }
  assert.match(await answer(patient), /200 OK/)
})

test('whoever reads nothing of their answer is let go of; who waits for one is not', async () => {
  await using server = await listening({ unreadMs: 200 })
  const [deaf, patient] = [await server.connect(), await server.connect('127.0.0.2')]
  patient.write(asking('/slow'))
  deaf.pause().write(asking('/large'))
  while (server.connections.size > 1) await new Promise((soon) => setTimeout(soon, 20))
  server.waiting[0]?.()
  assert.match(String((await once(patient, 'data'))[0]), /late/)
})

test('what ends with a request ends once, also where its connection breaks before its turn', async () => {
  let ends = 0
  const connections = new Connections(proxiesOf([]))
  const server = createServer((request, response) => {
    connections.whenOver(request.socket, response, () => ends++)
    if (request.url === '/answered') response.end()
  })
  connections.watch(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`${asking('/answered')}${asking('/never')}${asking('/behind')}`)
  await once(socket, 'data')
  assert.equal(ends, 1)
  socket.destroy()
  while (connections.size > 0) await new Promise(setImmediate)
  assert.equal(ends, 3)
  await new Promise((closed) => server.close(closed))
})

test('what is asked on one connection is worked on one after the other', async () => {
  await using server = await listening({})
  const socket = await server.connect()
  socket.write(asking('/slow').repeat(3))
  for (let nr = 1; nr <= 3; nr++) {
    while (server.waiting.length < nr) await new Promise(setImmediate)
    assert.equal(server.waiting.length, nr)
    server.waiting[nr - 1]?.()
    assert.match(String((await once(socket, 'data'))[0]), /late/)
  }
})

test('of what is given up on a connection only the first has begun', async () => {
  await using server = await listening({ unanswered: 3 })
  const socket = await server.connect()
  socket.write(asking('/slow').repeat(20))
  await isClosed(socket)
  assert.equal(server.waiting.length, 1)
})
