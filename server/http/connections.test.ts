import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { parseTrustedProxies } from './address.ts'
import { Connections, connectionLimits, onFinished } from './listen.ts'

/** A server that answers / and /large at once, and other requests when the test calls the function in `waiting`. */
async function listening(limits: Partial<typeof connectionLimits>, trusted: string[] = []) {
  const connections = new Connections(parseTrustedProxies(trusted), { ...connectionLimits, ...limits })
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    if (!connections.admits(request, response)) return
    onFinished(request, response, () => {})
    if (request.url === '/large') response.end(Buffer.alloc(64 * 1024 * 1024))
    else if (request.url === '/') response.end('ok')
    else waiting.push(() => response.end('late'))
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

test('when there are too many, whoever comes is let go of at once', async () => {
  await using server = await listening({ all: 3 }, ['loopback'])
  for (let nr = 1; nr <= 3; nr++) assert.match(await answer(await server.connect()), /200 OK/)
  assert.equal(await isClosed(await server.connect()), true)
  assert.deepEqual([server.connections.size, server.connections.refused], [3, 1])
})

test('however many live connections there are, who comes to ask is answered, and the next live one is refused', async () => {
  await using server = await listening({ all: 6, live: 4 }, ['loopback'])
  const { connections } = server
  const theirs: Socket[] = []
  server.http.on('connection', (socket: Socket) => theirs.push(socket))
  const mine = [1, 2, 3, 4, 5]
  for (const nr of mine) {
    await server.connect()
    while (theirs.length < nr) await new Promise(setImmediate)
  }
  assert.deepEqual(
    theirs.map((socket) => connections.countWebSocket(socket)),
    [true, true, true, true, false],
  )
  assert.match(await answer(await server.connect()), /200 OK/)
  for (const socket of theirs.slice(3, 5)) socket.destroy()
  while (connections.size > 4) await new Promise(setImmediate)
  await server.connect()
  while (theirs.length < 7) await new Promise(setImmediate)
  assert.equal(connections.countWebSocket(theirs.at(-1) as Socket), true)
})

test('who asks on and on without waiting for an answer is let go of', async () => {
  await using server = await listening({ unanswered: 2 })
  const [greedy, patient] = [await server.connect(), await server.connect('127.0.0.2')]
  patient.write(asking('/slow').repeat(2))
  while (server.waiting.length < 2) await new Promise(setImmediate)
  greedy.write(asking('/slow').repeat(30))
  assert.equal(await isClosed(greedy), true)
  assert.equal(server.waiting.length, 4)
  let heard = ''
  patient.on('data', (piece: Buffer) => (heard += String(piece)))
  for (const end of server.waiting) end()
  while (heard.split('late').length <= 2) await new Promise(setImmediate)
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
  const connections = new Connections(parseTrustedProxies([]))
  const server = createServer((request, response) => {
    onFinished(request, response, () => ends++)
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
