import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { slopeOf } from '#measure/statistics.ts'
import { Deliveries } from './deliveries.ts'
import { HttpLines } from './http-lines.ts'
import { callsPerSecond, type Kind, requestOf, usualPace } from './model.ts'
import { Patience } from './patience.ts'
import { type Planned, Schedule } from './schedule.ts'
import { keepsPlan } from './stage.ts'
import { Tally } from './tally.ts'

const PEOPLE = 50
const dueIn = (seconds: number) => {
  const schedule = new Schedule(PEOPLE, usualPace)
  const due: Planned[] = []
  for (let ms = 0; ms <= seconds * 1_000 + 7; ms += 7) schedule.takeDue(ms, (planned) => due.push(planned))
  return due
}

test('in a minute everybody makes each call as often as the model says', () => {
  const due = dueIn(60)
  const often = (kind: Kind, person: number) =>
    due.filter((planned) => planned.kind === kind && planned.person === person && planned.at < 60_000).length
  for (let person = 0; person < PEOPLE; person++) {
    assert.deepEqual(
      [often('current', person), often('groups', person), often('direct', person), often('docs', person)],
      [6, 12, 12, 12],
    )
    assert.equal(often('send', person), 1)
  }
})

test('the plan is the same each time, and no two people ask in the same moment', () => {
  assert.deepEqual(dueIn(10), dueIn(10))
  const moments = dueIn(5).map(({ at }) => at)
  assert.equal(new Set(moments).size, moments.length)
})

test('1,000 people make 717 calls a second', () => {
  assert.equal(Math.round(callsPerSecond(1_000)), 717)
})

test('a server that does not answer is asked all the same, and each missing answer is told', async () => {
  const asked: unknown[] = []
  const server = createServer((request) => asked.push(request)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const lines = new HttpLines((server.address() as AddressInfo).port)
  const statuses: number[] = []
  const person = { cookie: 'session=x', address: '10.0.0.1', room: 1 }
  for (let call = 0; call < 30; call++)
    lines.call(requestOf('docs', person), (status) => statuses.push(status))
  while (asked.length < 30) await new Promise(setImmediate)
  lines.close()
  while (statuses.length < 30) await new Promise(setImmediate)
  assert.deepEqual(new Set(statuses), new Set([0]))
  server.closeAllConnections()
  server.close()
})

test('an answer is known by its status, in however many pieces it comes', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'content-length': 6 })
    response.write('abc')
    setImmediate(() => response.end('def'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const lines = new HttpLines((server.address() as AddressInfo).port)
  const ask = () =>
    new Promise<number>((done) =>
      lines.call(requestOf('docs', { cookie: '', address: '10.0.0.1', room: 1 }), done),
    )
  assert.deepEqual([await ask(), await ask(), lines.size], [503, 503, 1])
  lines.close()
  server.close()
})

test('a message that somebody does not get is lost, one that somebody gets twice is doubled', () => {
  const deliveries = new Deliveries(new Map([[7, 2]]))
  for (const number of [1, 2, 3]) deliveries.say(number, 7, 100)
  for (const number of [1, 2]) deliveries.taken(number)
  deliveries.heard(1, 0, 105)
  deliveries.heard(1, 1, 120)
  deliveries.heard(1, 1, 121)
  deliveries.heard(1, 0, 130, true)
  deliveries.heard(2, 0, 105)
  assert.deepEqual(deliveries.result(), { taken: 2, lost: 1, doubled: 1, deliveries: 3, p50: 20, p99: 20 })
})

test('refusals and failures are counted beside the times, not among them', () => {
  const tally = new Tally()
  for (const [status, ms] of [
    [200, 10],
    [304, 20],
    [503, 1],
    [429, 1],
    [500, 1],
    [0, 30_000],
  ] as const)
    tally.add('docs', status, ms, 1_500)
  const { all, seconds } = tally.told()
  assert.deepEqual(all, { calls: 6, served: 2, deferred: 2, failed: 2, p50: 10, p99: 20 })
  assert.deepEqual([seconds[0]?.calls, seconds[1]?.calls], [0, 6])
})

test('people who come late with their calls, or have no core left, are not taken for a slow server', () => {
  assert.equal(keepsPlan({ late: 2, busy: 0.4 }), true)
  assert.equal(keepsPlan({ late: 200, busy: 0.4 }), false)
  assert.equal(keepsPlan({ late: 2, busy: 0.95 }), false)
})

test('a slope is what lies closest to all points', () => {
  assert.equal(
    slopeOf([
      [0, 1],
      [1, 3],
      [2, 5],
    ]),
    2,
  )
  assert.equal(
    slopeOf([
      [3, 1],
      [3, 9],
    ]),
    0,
  )
})

test('nobody asks twice at once, who is put off comes no sooner than told, and what somebody says is never held back', () => {
  const patience = new Patience({ docs: 1, send: 1 })
  const [docs, send] = (['docs', 'send'] as const).map((kind) => ({ kind, person: 1 }))
  assert.ok(docs && send)
  patience.answered(docs, { status: 503, again: 60 })
  patience.answered(send, { status: 503, again: 60 })
  assert.deepEqual([patience.waits(docs), patience.waits(send)], [true, false])
  assert.equal(patience.waits({ kind: 'docs', person: 2 }), false)
  patience.answered(docs, { status: 200, again: 0 })
  assert.equal(patience.waits(docs), false)
  patience.asked(docs)
  assert.equal(patience.waits(docs), true)
})
