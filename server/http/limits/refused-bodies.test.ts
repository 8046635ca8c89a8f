import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { until } from '#server/testing/until.ts'
import { RefusedBodies } from './refused-bodies.ts'

const LENGTH = 3_000_000

async function refusing(bodies: RefusedBodies) {
  const server = createServer((request, response) => {
    if (request.method === 'GET') response.end('and on')
    else {
      bodies.add(request)
      response.statusCode = 429
      response.end('too much')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.on('data', (piece: Buffer) => (heard += String(piece)))
  return {
    socket,
    heard: () => heard,
    async [Symbol.asyncDispose]() {
      socket.destroy()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
const head = `POST / HTTP/1.1\r\nHost: kontor\r\nContent-Length: ${LENGTH}\r\n\r\n`
test('who is refused hears of it at once, can send all the same, and goes on with the same connection', async () => {
  const bodies = new RefusedBodies({ ms: 1, bytes: 1_000_000 })
  await using server = await refusing(bodies)
  server.socket.write(head)
  await until(() => server.heard().includes('too much'))
  server.socket.write(Buffer.alloc(LENGTH))
  await until(() => bodies.size === 0)
  server.socket.write('GET / HTTP/1.1\r\nHost: kontor\r\n\r\n')
  await until(() => server.heard().includes('and on'))
})

test('nobody takes a refused body faster than its pace', async () => {
  const bodies = new RefusedBodies({ ms: 2 ** 30, bytes: 1 })
  await using server = await refusing(bodies)
  server.socket.write(head)
  server.socket.write(Buffer.alloc(LENGTH))
  await until(() => server.heard().includes('too much'))
  for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate)
  assert.equal(bodies.bytes, 0)
  assert.equal(bodies.size, 1)
})
