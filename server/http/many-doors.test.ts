import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { withManyDoors } from './many-doors.ts'

const host = '127.0.0.1'
async function opened(port = 0) {
  const server = withManyDoors(createServer((_request, response) => response.end('ok')))
  server.listen({ port, host, backlog: 100 })
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
async function reach(port: number): Promise<Socket> {
  const socket = connect(port, host)
  await once(socket, 'connect')
  return socket
}
const endOf = (server: ReturnType<typeof createServer>) =>
  new Promise<Error | undefined>((ended) => server.close(ended))

test('a hundred who come at once are let in within a few turns, not one at each', async () => {
  const { server, port } = await opened()
  let turn = 0
  const cameAt: number[] = []
  server.on('connection', () => cameAt.push(turn))
  const sockets = await Promise.all(Array.from({ length: 100 }, () => reach(port)))
  for (; cameAt.length < 100; turn++) await nextTurn()
  assert.ok(new Set(cameAt).size < 50, `at ${new Set(cameAt).size} turns`)
  for (const socket of sockets) socket.destroy()
  assert.equal(await endOf(server), undefined)
})

test('the end waits for who is inside, whichever door it was, and lets nobody in any more', async () => {
  const { server, port } = await opened()
  const answers = new Map<string, () => void>()
  server.removeAllListeners('request')
  server.on('request', ({ url = '' }, response) => answers.set(url, () => response.end('late')))
  const asking = await Promise.all(Array.from({ length: 40 }, () => reach(port)))
  for (const [nr, socket] of asking.entries())
    socket.write(`GET /${nr} HTTP/1.1\r\nHost: kontor\r\nConnection: close\r\n\r\n`)
  while (answers.size < 40) await nextTurn()
  assert.equal(server.listening, true)
  let isOver = false
  const over = endOf(server).then(() => (isOver = true))
  assert.equal(server.listening, false)
  await assert.rejects(reach(port), { code: 'ECONNREFUSED' })
  for (const [nr, socket] of asking.entries()) {
    assert.equal(isOver, false)
    const heard = once(socket, 'data')
    answers.get(`/${nr}`)?.()
    assert.match(String((await heard)[0]), /late/)
  }
  await over
})

test('a port that somebody has is nobody else’s, also where it has many doors', async () => {
  const mine = await opened()
  const plain = createNetServer().listen(mine.port, host)
  const [taken] = (await once(plain, 'error')) as [NodeJS.ErrnoException]
  assert.equal(taken.code, 'EADDRINUSE')
  await assert.rejects(opened(mine.port), { code: 'EADDRINUSE' })
  await endOf(mine.server)
  const again = await opened(mine.port)
  assert.equal(again.port, mine.port)
  await endOf(again.server)
})

test('a socket of the file system is one door', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-door-'))
  const path = join(folder, 'socket')
  const server = withManyDoors(createServer((_request, response) => response.end('ok')))
  server.listen({ path })
  await once(server, 'listening')
  const socket = connect(path)
  socket.write('GET / HTTP/1.1\r\nHost: kontor\r\nConnection: close\r\n\r\n')
  assert.match(String((await once(socket, 'data'))[0]), /200 OK/)
  await endOf(server)
  await rm(folder, { recursive: true })
})
