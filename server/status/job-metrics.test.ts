import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cast } from '#demo/cast.ts'
import { countLoss } from '#server/jobs/losses-store.ts'
import { testApp } from '#server/testing/app.ts'
import { signUp } from '#server/testing/devices.ts'
import { until } from '#server/testing/until.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const metrics = async () => (await kontor.client().get('/metrics')).text

test('the metrics tell what waits and runs of each kind, what was lost, and which push service is silent', async () => {
  const gate = Promise.withResolvers<never>()
  let running = 0
  kontor.kontor.push = { deliver: () => (running++, gate.promise) }
  const anna = await kontor.as(cast.anna)
  for (let device = 0; device < 6; device++) await signUp(anna)
  await anna.send('POST', '/users/current/pushsubscription/test/')
  await until(() => running === 4)
  await countLoss(db, 'push.send', 'dropped', 7)
  const text = await metrics()
  for (const line of [
    'kontor_jobs_waiting{kind="push.send",lane="push"} 2',
    'kontor_jobs_running{kind="push.send",lane="push"} 4',
    'kontor_jobs_waiting{kind="users.sync",lane="planner"} 0',
    'kontor_jobs_lost_total{kind="push.send",reason="dropped"} 7',
  ])
    assert.ok(text.includes(`${line}\n`), line)
  assert.match(text, /^kontor_jobs_oldest_seconds\{kind="push\.send",lane="push"\} \d/m)

  gate.reject(new Error('silence'))
  while (kontor.kontor.pushOutcomes.services().every(({ answers }) => answers)) await sleep(10)
  assert.match(await metrics(), /^kontor_push_service_answers\{service="fcm\.googleapis\.com"\} 0$/m)
})

test('each metric is explained once, before its lines', async () => {
  const explained = [...(await metrics()).matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)
  assert.deepEqual(explained, [...new Set(explained)])
  const lines = (await metrics()).split('\n').filter((line) => line && !line.startsWith('#'))
  for (const line of lines) assert.match(line, /^[a-z0-9_]+(\{[^{}]+\})? -?[\d.e+-]+$/)
})
