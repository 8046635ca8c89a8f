import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '#server/testing/app.ts'
import { startHeartbeat } from './heartbeat.ts'
import { listNodes } from './store.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor

const node = { id: 'one', host: 'rechner', version: '1.0.0', build: 'abc' }

test('a server names itself while it runs, and takes its name away at its end', async () => {
  const seen = { proxiedAt: undefined, secureAt: undefined, stranger: '10.0.0.9' }
  const stop = startHeartbeat(kontor.kontor, node, () => seen, assert.ifError)
  let found: Awaited<ReturnType<typeof listNodes>>[number] | undefined
  while (!found) [found] = await listNodes(db)
  assert.deepEqual(
    [found?.host, found?.build, found?.lately, found?.stranger],
    ['rechner', 'abc', true, '10.0.0.9'],
  )
  await stop()
  assert.deepEqual(await listNodes(db), [])
})

test('a proxy with https and no PUBLIC_URL is warned about once, and so is one that is not trusted', async (t) => {
  const warn = t.mock.method(kontor.app.log, 'warn')
  const warnings = () => warn.mock.calls.map(({ arguments: [line] }) => (line as { event?: string }).event)
  const ask = (remoteAddress: string, headers: Record<string, string>) =>
    kontor.app.inject({ url: '/health/live', remoteAddress, headers })
  await ask('127.0.0.1', {})
  assert.equal(kontor.app.proxiesSeen.proxiedAt, undefined)
  for (const _ of [1, 2])
    await ask('127.0.0.1', { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' })
  assert.ok(kontor.app.proxiesSeen.secureAt)
  assert.deepEqual(warnings(), ['setting.no_public_url'])
  await ask('198.51.100.7', { 'x-forwarded-for': '203.0.113.1' })
  assert.equal(kontor.app.proxiesSeen.stranger, undefined)
  for (const _ of [1, 2]) await ask('10.0.0.9', { 'x-forwarded-for': '203.0.113.1' })
  assert.equal(kontor.app.proxiesSeen.stranger, '10.0.0.9')
  assert.deepEqual(warnings(), ['setting.no_public_url', 'setting.proxy_not_trusted'])
})
