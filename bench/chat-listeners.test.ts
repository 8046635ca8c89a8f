import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { startHelper } from '#measure/child.ts'
import type { Open, Wait } from './chat-listeners.ts'

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
server.on('connection', (client) => client.send('{"type":"messages"}'))
await once(server, 'listening')
const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
after(() => server.close())

async function twoListeners() {
  const helper = await startHelper(new URL('chat-listeners.ts', import.meta.url))
  await helper.order({ open: { url, cookies: [null, null] } } satisfies Open)
  return helper
}
const waitFor = (number: number, patienceMs: number): Wait => ({
  wait: { numbers: [number], listeners: 2, patienceMs },
})

test('a message that everybody hears is told with its time', async () => {
  const helper = await twoListeners()
  for (const client of server.clients) client.send('#7# Hallo')
  assert.equal((await helper.order<number[]>(waitFor(7, 20_000))).length, 1)
  await helper.stop()
})

test('a message that is never heard ends the waiting with an error', async () => {
  const helper = await twoListeners()
  for (const client of [...server.clients].slice(-1)) client.send('#8# Hallo')
  await assert.rejects(helper.order(waitFor(8, 500)), /only 1 of 2 have heard message 8/)
  await helper.stop()
})

test('a listener that is closed ends the waiting with an error', async () => {
  const helper = await twoListeners()
  const waiting = helper.order(waitFor(9, 20_000))
  for (const client of server.clients) client.close(1001)
  await assert.rejects(waiting, /closed with 1001/)
  await helper.stop()
})

test('a helper that has ended answers no order, and can still be stopped', async () => {
  const helper = await twoListeners()
  process.kill(helper.pid)
  await assert.rejects(helper.order(waitFor(10, 20_000)), /ended before it answered/)
  await helper.stop()
})
