import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { demoPassword } from '#demo/cast.ts'
import { startNode, testApp } from '#server/testing/app.ts'

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

test('a live connection where there is none is refused as one', async () => {
  assert.equal((await offering('WebSocket', '/status/')).status, 404)
})
