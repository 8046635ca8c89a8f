import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { demoPassword } from '#demo/cast.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { serverLimits } from './listen.ts'
import { answerHeaders } from './security.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
await kontor.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = kontor.app.server.address() as AddressInfo

async function offering(upgrade: string, path: string) {
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade,
    'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
  }
  const asked = request({ port, host: '127.0.0.1', path, headers }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, body: await text(answer) }
}

test('who offers another protocol than the live connection’s is answered as ever', async () => {
  for (const upgrade of ['h2c', 'TLS/1.0', 'h2c, websocket', '']) {
    const { status, body } = await offering(upgrade, '/status/')
    assert.equal(status, 200, upgrade)
    assert.match(body, /"hash"/)
    assert.equal((await offering(upgrade, '/users/current/')).status, 401, upgrade)
  }
})

test('the end answers what was asked, and waits for no connection that is kept', {
  timeout: 30_000,
}, async () => {
  const node = await startNode(kontor.database.connection)
  await node.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = node.app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const asked = request({ port, host: '127.0.0.1', path: '/auth/login/', method: 'POST', agent })
  asked.setHeader('content-type', 'application/json')
  asked.end(JSON.stringify({ username: 'anna', password: demoPassword }))
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  await once(node.app.server, 'request')
  const [[answer]] = await Promise.all([answered.then(async ([one]) => [one, await text(one)]), node.stop()])
  assert.equal((answer as IncomingMessage).statusCode, 200)
})

/** The head of the answer to these lines. */
async function said(...lines: string[]) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  const [head = ''] = (await text(socket)).split('\r\n\r\n')
  return head.toLowerCase()
}
const guards = Object.keys(answerHeaders(undefined))

test('a request that does not say whom it means is refused with the headers of every answer', async () => {
  const head = await said('GET /status/ HTTP/1.1')
  assert.match(head, /^http\/1\.1 400 /)
  for (const name of guards) assert.ok(head.includes(`\r\n${name}: `), name)
  assert.match(await said('GET /status/ HTTP/1.0'), /^http\/1\.1 200 /)
})

test('whoever expects what nobody promises is answered as if they had not', async () => {
  const head = await said('GET /status/ HTTP/1.1', 'Host: kontor', 'Expect: 200-ok')
  assert.match(head, /^http\/1\.1 200 /)
  for (const name of guards) assert.ok(head.includes(`\r\n${name}: `), name)
})

test('a live connection is opened in the one version of the protocol, and others are told which that is', async () => {
  const lines = ['GET /chat/groups/1/ HTTP/1.1', 'Host: kontor', 'Upgrade: websocket', 'Connection: Upgrade']
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  for (const version of ['8', '7', '13, 8', '']) {
    const head = await said(...lines, key, `Sec-WebSocket-Version: ${version}`)
    assert.match(head, /^http\/1\.1 426 /)
    assert.match(head, /\r\nsec-websocket-version: 13/)
    for (const name of guards) assert.ok(head.includes(`\r\n${name}: `), name)
  }
  const head = await said(...lines, key, 'Sec-WebSocket-Version: 13')
  assert.match(head, /^http\/1\.1 401 /)
  for (const name of guards) assert.ok(head.includes(`\r\n${name}: `), name)
})

test('a live connection where there is none is refused as one', async () => {
  assert.equal((await offering('WebSocket', '/status/')).status, 404)
})

test('while the server is busy, 700 who come at once all get a place in the queue', async () => {
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: serverLimits.backlog })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let there = 0
  // All in one turn: nobody is taken from the queue meanwhile. Whoever finds no place there comes again after a second.
  const sockets = Array.from({ length: 700 }, () => connect(port, '127.0.0.1', () => there++))
  for (let turn = 0; turn < 50; turn++) await nextTurn()
  assert.equal(there, 700)
  for (const socket of sockets) socket.destroy()
  server.close()
})
