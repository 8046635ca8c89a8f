import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Clock, isBelieved, nextClock, sayDoubt } from './clock.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start: Clock = { believedAt: 0, tickedAt: 0, waited: null }

/** Looks each minute from one moment to another. */
function run(clock: Clock, from: number, to: number): Clock {
  let next = clock
  for (let now = from; now <= to; now += minute) next = nextClock(next, now)
  return next
}

test('a clock that goes on is believed, also after a night and when it is put back', () => {
  assert.ok(isBelieved(run(start, minute, 3 * day)))
  assert.ok(isBelieved(nextClock(start, 16 * 60 * minute)))
  assert.deepEqual(nextClock(start, -40 * day), {
    believedAt: -40 * day,
    tickedAt: -40 * day,
    waited: null,
  })
})

test('a clock that has leapt ahead is not believed, and no restart makes it so', () => {
  let clock = nextClock(start, 40 * day)
  assert.equal(isBelieved(clock), false)
  assert.match(sayDoubt(clock), /steht 40 Tage weiter.*nichts Altes gelöscht/)
  for (let restart = 0; restart < 20; restart++) clock = nextClock(clock, 40 * day + restart * 1_000)
  assert.equal(isBelieved(clock), false)
  assert.equal(isBelieved(nextClock(clock, 80 * day)), false)
})

test('put right, it is believed at once', () => {
  const wrong = run(start, 40 * day, 40 * day + 600 * minute)
  assert.ok(isBelieved(nextClock(wrong, 601 * minute)))
})

test('after weeks of rest it is believed as soon as the server has run for a day, with pauses too', () => {
  const rested = run(start, 30 * day, 30 * day + 8 * 60 * minute)
  assert.equal(isBelieved(rested), false)
  assert.ok(isBelieved(run(start, 30 * day, 31 * day + minute)))
  const second = run(rested, 31 * day, 31 * day + 8 * 60 * minute)
  assert.equal(isBelieved(second), false)
  assert.ok(isBelieved(run(second, 32 * day, 32 * day + 8 * 60 * minute + minute)))
})
