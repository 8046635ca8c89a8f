import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { testApp } from '#server/testing/app.ts'
import { answerHeaders } from './security.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { port } = await kontor.listen()

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

/** Sends these request lines and returns the head of the response, in lower case. */
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
