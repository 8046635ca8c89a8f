import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { api } from '#contract/api.ts'
import { type Endpoint, priorityOf } from '#contract/endpoint.ts'
import { nextLevel, Overload, overloadLimits, partPutOff } from './overload.ts'
import { readAt } from './priorities.ts'

const { lateMs, crowd } = overloadLimits
const late = { late: 1_000, ms: 100 }
const calm = { late: 0, ms: 100 }
const after = (seconds: number, look: typeof late, from: number) => {
  let level = from
  for (let ms = 0; ms < seconds * 1_000; ms += look.ms) level = nextLevel(level, look, lateMs)
  return level
}
const overloaded = (given: Partial<typeof overloadLimits> = {}, random = () => 0.5) =>
  new Overload({ databaseLate: () => 0, limits: { ...overloadLimits, ...given }, random })
const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()))
const calls = Object.values(api).flatMap((domain) => Object.values(domain as Record<string, Endpoint>))

test('lists are put off first, then other reads, and never what somebody does', () => {
  assert.deepEqual(
    [0, 0.5, 1, 1.5, 2].map((level) => [
      partPutOff('low', level),
      partPutOff('normal', level),
      partPutOff('high', level),
    ]),
    [
      [0, 0, 0],
      [0.5, 0, 0],
      [1, 0, 0],
      [1, 0.5, 0],
      [1, 1, 0],
    ],
  )
})

test('half a second of much too late work puts all lists off', () => {
  assert.ok(after(0.5, late, 0) >= 1)
})

test('five seconds after the end of an overload nobody is put off by half any more, and after six nobody at all', () => {
  assert.ok(after(5, calm, 2) < 0.5)
  assert.equal(after(6, calm, 2), 0)
})

test('one short pause puts nobody off, however many are there', () => {
  const overload = overloaded({ crowd: 0 })
  overload.look({ late: lateMs * 2, ms: 200 })
  overload.look({ late: 0, ms: 50 })
  assert.equal(overload.level, 0)
  for (let looks = 0; looks < 10; looks++) overload.look({ late: lateMs * 2, ms: 200 })
  assert.ok(overload.level > 0)
})

test('one pause as long as a large collection of garbage puts nobody off, and a second one behind it does', () => {
  const overload = overloaded({ crowd: 0 })
  const pause = { late: 400, unread: 300, ms: 450 }
  overload.look(pause)
  overload.look({ late: 0, unread: 20, ms: 50 })
  assert.equal(overload.level, 0)
  overload.look(pause)
  overload.look(pause)
  assert.ok(overload.level >= 1)
})

test('who is as late once, and of all those that were heard meanwhile, puts off at once', () => {
  const overload = overloaded({ crowd: 0 })
  for (let heard = 0; heard < 1_000; heard++) overload.hears()
  overload.look({ late: 400, ms: 450 })
  assert.ok(overload.level > 0.5)
})

test('what lies unread for some ten milliseconds puts off, and a pause that is over does not', () => {
  const overload = overloaded({ crowd: 0 })
  overload.look({ late: 60, unread: 60, ms: 110 })
  overload.look({ late: 0, unread: 2, ms: 50 })
  assert.equal(overload.level, 0)
  for (let looks = 0; looks < 100; looks++) overload.look({ late: 0, unread: 5, ms: 50 })
  assert.equal(overload.level, 0)
  for (let looks = 0; looks < 20; looks++) overload.look({ late: 0, unread: 20, ms: 50 })
  assert.ok(overload.level > 0.5)
})

test('what has come during a pause is made up for, at whatever pace, before anybody is put off for it', () => {
  const overload = overloaded({ crowd: 0 })
  for (const unread of [230, 90, 36, 4]) overload.look({ late: 0, unread, ms: 50 })
  assert.equal(overload.level, 0)
})

test('where everything lies unread from one moment on, all lists are put off within half a second', () => {
  const overload = overloaded({ crowd: 0 })
  for (let ms = 0; ms < 500; ms += 50) overload.look({ late: 0, unread: 15, ms: 50 })
  assert.ok(overload.level >= 1, String(overload.level))
})

test('late work puts nobody off where there is no crowd', () => {
  const overload = overloaded()
  for (let asked = 0; asked < crowd - 1; asked++) overload.admits('low')
  overload.look(late)
  assert.equal(overload.level, 0)
  for (let asked = 0; asked < crowd; asked++) overload.admits('low')
  overload.look(late)
  assert.ok(overload.level > 0)
})

test('of each priority so many are worked on at once, and a place is free as soon as an answer is made', () => {
  const overload = overloaded({ atWork: { low: 2, normal: 2, high: 2 } })
  const responses = [newResponse(), newResponse()]
  for (const response of responses) overload.enter('low', response)
  assert.deepEqual(
    [overload.admits('low'), overload.admits('normal'), overload.admits('high')],
    [false, true, true],
  )
  overload.leave(responses[0] as ServerResponse)
  overload.leave(responses[0] as ServerResponse)
  assert.equal(overload.admits('low'), true)
  responses[1]?.emit('close')
  overload.enter('low', newResponse())
  assert.equal(overload.admits('low'), true)
  assert.deepEqual(overload.putOff, { low: 1, normal: 0, high: 0 })
})

test('while nothing is late as many lists are worked on at once as usually come in a tenth of a second', () => {
  const overload = overloaded({ atWork: { low: 2, normal: 2, high: 2 } }, () => 1)
  const fourInEachMs = (looks: number) => {
    for (let look = 0; look < looks; look++) {
      for (let times = 0; times < 200; times++) overload.hears()
      overload.look({ late: 0, ms: 50 })
    }
  }
  const places = () => {
    let free = 0
    for (; free < 1_000 && overload.admits('low'); free++) overload.enter('low', newResponse())
    return free
  }
  // A crowd that begins all at once.
  fourInEachMs(1)
  assert.ok(places() < 12)
  fourInEachMs(200)
  const usual = places()
  assert.ok(usual > 350 && usual <= 400, String(usual))
})

test('these places go by and by with the first lists that are put off, and an overload is never what is usual', () => {
  const overload = overloaded({ crowd: 0 }, () => 2)
  const asked = (looks: number, late: number) => {
    for (let look = 0; look < looks; look++) {
      for (let times = 0; times < 200; times++) overload.hears()
      overload.look({ late, ms: 50 })
    }
  }
  asked(200, 0)
  for (let list = 0; list < 100; list++) overload.enter('low', newResponse())
  assert.equal(overload.admits('low'), true)
  while (overload.level === 0) asked(1, lateMs * 1.2)
  assert.ok(overload.level < 0.07)
  assert.equal(overload.admits('low'), true)
  asked(20, lateMs * 3)
  assert.ok(overload.level > 1)
  assert.equal(overload.admits('low'), false)
  for (let list = 0; list < 100_000; list++) overload.hears()
  asked(1, lateMs * 3)
  while (overload.level > 0) asked(1, 0)
  for (let list = 100; list < 400; list++) overload.enter('low', newResponse())
  assert.equal(overload.admits('low'), false)
})

test('what asks whether the server is there, or what it holds, is never put off', () => {
  for (const path of ['/health/live', '/health/ready', '/metrics', '/status/'])
    assert.equal(readAt(path)?.priority, 'high', path)
})

test('a look that comes at once says nothing', () => {
  const overload = overloaded({ crowd: 0 })
  overload.look({ late: 0, ms: 0 })
  assert.equal(overload.admits('low'), true)
})

test('those who are put off come back in different moments', () => {
  let number = 0
  const overload = overloaded({}, () => (number++ % 10) / 10)
  const seconds = Array.from({ length: 10 }, () => overload.again)
  assert.ok(new Set(seconds).size >= 5, String(seconds))
  assert.ok(Math.min(...seconds) >= 2)
})

test('a read is known by its address, as the contract declares it', () => {
  for (const endpoint of calls.filter(({ method }) => method === 'GET')) {
    const url = endpoint.path.replaceAll(/\{\w+\}/g, '7')
    const priority = priorityOf(endpoint)
    assert.deepEqual(readAt(url), { path: endpoint.path, priority })
    assert.deepEqual(readAt(`${url}?filter=%2F`), { path: endpoint.path, priority })
  }
  for (const url of ['/', '/ui/docs', '/assets/app.js', '/sw.js', '/nothing/at/all/', ''])
    assert.equal(readAt(url), undefined, url)
})

test('a list of pages gives way first, and every change keeps its place', () => {
  for (const endpoint of calls) {
    const { items, pages } = (endpoint.answer as { properties?: Record<string, unknown> }).properties ?? {}
    if (items && pages) assert.equal(priorityOf(endpoint), 'low', endpoint.path)
    if (endpoint.method !== 'GET') assert.equal(priorityOf(endpoint), 'high', endpoint.path)
  }
})

test('what has been stopped looks no more, however late it is asked', ({ mock }) => {
  let looks = 0
  const overload = new Overload({ databaseLate: () => ++looks })
  overload.start()
  overload.stop()
  const now = performance.now()
  mock.method(performance, 'now', () => now + 1_000)
  overload.admits('low')
  assert.equal(looks, 0)
})
