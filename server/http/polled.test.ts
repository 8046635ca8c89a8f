import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { limits } from './limits.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
await kontor.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = kontor.app.server.address() as AddressInfo
const ask = async (cookie: string, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
  return { status: answer.status, body: await answer.json() }
}
const kept = async () => {
  const { text } = await kontor.client().get('/metrics')
  return Number(/^kontor_replay_entries (\d+)$/m.exec(text)?.[1])
}

test('a session has one answer of a call in memory, whatever stands in its cookies and addresses', async () => {
  const { cookie = '' } = await kontor.as(cast.anna)
  const before = await kept()
  const { body } = await ask(cookie, '/users/current/')
  for (let nr = 0; nr < 20; nr++) {
    const padded = `${cookie}; a=${'x'.repeat(1_000)}${nr}`
    assert.deepEqual((await ask(padded, '/users/current/')).body, body)
    assert.deepEqual((await ask(padded, `/users/current/?nr=${nr}`)).body, body)
  }
  assert.equal(await kept(), before + 1)
})

test('two sessions in one request are answered by nobody’s memory', async () => {
  const [anna, bruno] = [await kontor.as(cast.anna), await kontor.as(cast.bruno)]
  for (const { cookie = '' } of [anna, bruno]) await ask(cookie, '/users/current/')
  assert.equal((await ask(`${anna.cookie}; ${bruno.cookie}`, '/users/current/')).status, 400)
})

test('what is answered from memory counts like any request', async () => {
  await using world = await testApp({}, { limits: { ...limits, rates: { ...limits.rates, requests: few } } })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const { cookie = '' } = await world.as(cast.anna)
  const statuses = []
  for (let nr = 0; nr < 5; nr++) {
    const answer = await fetch(`http://127.0.0.1:${port}/users/current/`, { headers: { cookie } })
    await answer.text()
    statuses.push(answer.status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 429])
})
const few = { ...limits.rates.requests, most: 3, seconds: 100_000 }
