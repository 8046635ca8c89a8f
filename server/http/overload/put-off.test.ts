import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { WHOSE } from '../access.ts'
import { overloadLimits } from './overload.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { app } = kontor
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const { cookie = '' } = await kontor.as(cast.clara)
type Given = { method?: string; headers?: Record<string, string>; body?: string }
const ask = (path: string, init: Given = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { ...init.headers, cookie } })
const statusOf = async (path: string, init?: Given) => {
  const answer = await ask(path, init)
  await answer.arrayBuffer()
  return answer.status
}
const { id: room } = await kontor.kontor.db
  .selectFrom('groups')
  .where('name', '=', 'Bühne')
  .select('id')
  .executeTakeFirstOrThrow()

/** As the measure would have it: nothing here shall hang on how busy the machine is. */
app.overload.stop()
const ofCrowds = overloadLimits.crowd
overloadLimits.crowd = 0
after(() => (overloadLimits.crowd = ofCrowds))
/** From nothing to there in one look, whose length says how far: work is as late as can be. */
const level = (wanted: number) => {
  while (app.overload.level > 0) app.overload.look({ late: 0, ms: 1_000 })
  if (wanted > 0) app.overload.look({ late: 1e6, ms: (wanted * 1_000) / 6 })
}
const send = (message: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
})

test('where not even reads have a place, messages are sent and people log in', async () => {
  level(2)
  assert.equal(await statusOf('/docs/'), 503)
  assert.equal(await statusOf('/chat/direct/users/?filter=a'), 503)
  assert.equal(await statusOf(`/chat/groups/${room}/send_message/`, send('Wir sind noch da.')), 200)
  const body = JSON.stringify({ username: cast.clara.username, password: demoPassword })
  // Without a cookie: a login ends the session that its browser had.
  const logIn = await fetch(`http://127.0.0.1:${port}/auth/login/`, { ...send(''), body })
  assert.equal(logIn.status, 200)
  assert.equal(await statusOf('/openapi.json'), 200)
  // A proxy that is told otherwise takes the server out.
  for (const health of ['/health/live', '/health/ready']) assert.equal(await statusOf(health), 200)
})

test('where no list has a place, searches are served, and who is signed in', async () => {
  level(1)
  assert.equal(await statusOf('/docs/'), 503)
  assert.equal(await statusOf('/chat/direct/users/?filter=a'), 200)
  assert.equal(await statusOf('/users/current/'), 200)
})

test('as soon as work is no longer late, everything is served', async () => {
  level(2)
  level(0)
  assert.equal(await statusOf('/docs/'), 200)
})

test('who is put off is told when to come again, in the form and with the headers of every refusal', async () => {
  level(2)
  const answer = await ask('/docs/?page=0')
  assert.deepEqual(await answer.json(), {
    success: false,
    details: 'Gerade ist zu viel zu tun. Bitte versuchen Sie es gleich noch einmal.',
    detail: 'Service Unavailable',
  })
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
  level(0)
  const served = await ask('/docs/?page=0')
  await served.arrayBuffer()
  // A tag names an answer, and a refusal is none; nor does anybody know yet who has asked.
  const isOfAnswer = (name: string) => ['keep-alive', 'etag', WHOSE].includes(name)
  for (const name of served.headers.keys())
    if (!isOfAnswer(name)) assert.ok(answer.headers.has(name), `${name} is missing`)
  level(2)
  assert.equal(await (await ask('/docs/', { method: 'HEAD' })).text(), '')
})

test('metrics tell how many were put off', async () => {
  level(2)
  const putOff = async () =>
    Number(/^kontor_put_off_total\{priority="low"\} (\d+)$/m.exec(await (await ask('/metrics')).text())?.[1])
  const before = await putOff()
  await statusOf('/docs/')
  assert.equal(await putOff(), before + 1)
})
