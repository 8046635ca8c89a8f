import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Breakers } from './breakers.ts'

const fcm = 'fcm.googleapis.com'
const apple = 'web.push.apple.com'

function atHand() {
  const clock = { seconds: 1_000 }
  return { clock, breakers: new Breakers(() => clock.seconds) }
}

test('a service that never answered yet is asked with one delivery, one that answers with as many as there are', () => {
  const { breakers } = atHand()
  assert.equal(breakers.places(fcm, []), 1)
  breakers.answered(fcm)
  assert.equal(breakers.places(fcm, [fcm, fcm]), Number.POSITIVE_INFINITY)
})

test('who has answered may fail twice; the third time in a row it is left alone, and others are not', () => {
  const { breakers } = atHand()
  breakers.answered(fcm)
  breakers.answered(apple)
  assert.deepEqual([breakers.failed(fcm), breakers.failed(fcm)], [0, 0])
  breakers.answered(fcm)
  assert.deepEqual([breakers.failed(fcm), breakers.failed(fcm), breakers.failed(fcm)], [0, 0, 10])
  assert.equal(breakers.places(fcm, []), 0)
  assert.equal(breakers.places(apple, []), Number.POSITIVE_INFINITY)
  assert.deepEqual(
    breakers.list().toSorted((one, other) => one.service.localeCompare(other.service)),
    [
      { service: fcm, answers: false },
      { service: apple, answers: true },
    ],
  )
})

test('after its pause one delivery tries, longer apart each time, and one answer makes all well', () => {
  const { breakers, clock } = atHand()
  const pauses = Array.from({ length: 7 }, () => {
    const pause = breakers.failed(fcm)
    assert.equal(breakers.places(fcm, []), 0)
    clock.seconds += pause
    assert.equal(breakers.places(fcm, []), 1)
    return pause
  })
  assert.deepEqual(pauses, [10, 20, 40, 80, 160, 300, 300])
  breakers.answered(fcm)
  assert.equal(breakers.places(fcm, []), Number.POSITIVE_INFINITY)
  assert.equal(breakers.failed(fcm), 0)
})

test('what was on its way when a service fell silent makes its pause no longer', () => {
  const { breakers, clock } = atHand()
  breakers.failed(fcm)
  clock.seconds += 4
  assert.equal(breakers.failed(fcm), 6)
  clock.seconds += 6
  assert.equal(breakers.failed(fcm), 20)
})

test('services that are not known to answer take three places together, whatever their names are', () => {
  const { breakers } = atHand()
  breakers.answered(fcm)
  const probes = ['a.push.apple.com', 'b.push.apple.com']
  assert.equal(breakers.places(apple, [...probes, fcm, fcm]), 1)
  assert.equal(breakers.places(apple, [...probes, 'c.push.apple.com']), 0)
  assert.equal(breakers.places('a.push.apple.com', [...probes, 'c.push.apple.com']), 1)
})

test('names that somebody made up do not pile up', () => {
  const { breakers } = atHand()
  for (let number = 0; number < 500; number++) breakers.failed(`${number}.push.apple.com`)
  assert.equal(breakers.list().length, 200)
})
