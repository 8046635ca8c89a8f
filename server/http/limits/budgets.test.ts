import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Refused } from '#server/http/errors.ts'
import { Budgets } from './budgets.ts'
import { limits, type Table } from './limits.ts'

const [ANNA, BRUNO] = [1, 2]
const tight: Table = {
  ...limits,
  rates: { ...limits.rates, images: { ...limits.rates.images, most: 3, seconds: 30 } },
  atOnce: { ...limits.atOnce, searches: { ...limits.atOnce.searches, most: 1, waiting: 2 } },
}
const at = (t: TestContext) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  return { after: (seconds: number) => (now += seconds * 1_000) }
}
const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refused) return [error.code, error.seconds]
    throw error
  }
  return 'none'
}

test('one too many is refused with the time until there is room; the next person is not touched', (t) => {
  at(t)
  const budgets = new Budgets(tight)
  for (let times = 0; times < 3; times++) budgets.spend('images', ANNA)
  assert.deepEqual(
    refusal(() => budgets.spend('images', ANNA)),
    ['too_many', 10],
  )
  budgets.spend('images', BRUNO)
  assert.equal(budgets.refused.get('images'), 1)
})

test('a limit refills evenly, and never beyond itself', (t) => {
  const clock = at(t)
  const budgets = new Budgets(tight)
  for (let times = 0; times < 3; times++) budgets.spend('images', ANNA)
  clock.after(10)
  assert.equal(budgets.take('images', ANNA), true)
  assert.equal(budgets.take('images', ANNA), false)
  clock.after(10_000)
  assert.deepEqual(
    Array.from({ length: 4 }, () => budgets.take('images', ANNA)),
    [true, true, true, false],
  )
})

test('whoever is too fast is given a turn, later for each further one, and the next person is not touched', (t) => {
  const clock = at(t)
  const budgets = new Budgets({
    ...limits,
    paces: { ...limits.paces, requests_a_second: { most: 2, seconds: 1 } },
  })
  const delays = (who: number) => Array.from({ length: 4 }, () => budgets.delay('requests_a_second', who))
  assert.deepEqual(delays(ANNA), [0, 0, 500, 1_000])
  assert.deepEqual(delays(BRUNO), [0, 0, 500, 1_000])
  clock.after(1)
  assert.deepEqual(delays(ANNA), [500, 1_000, 1_500, 2_000])
  clock.after(10_000)
  assert.deepEqual(delays(ANNA), [0, 0, 500, 1_000])
  clock.after(10_000)
  assert.equal(budgets.delay('requests_a_second', ANNA, 5), 1_500)
  assert.equal(budgets.delay('requests_a_second', ANNA), 2_000)
})

test('what is held is given back once, however often its end is told', () => {
  const budgets = new Budgets(tight)
  const [first] = Array.from({ length: 10 }, () => budgets.acquireNow('live_connections', ANNA))
  assert.deepEqual(
    refusal(() => budgets.acquireNow('live_connections', ANNA)),
    ['too_many', 2],
  )
  budgets.acquireNow('live_connections', BRUNO)()
  first?.()
  first?.()
  budgets.acquireNow('live_connections', ANNA)
  assert.notEqual(
    refusal(() => budgets.acquireNow('live_connections', ANNA)),
    'none',
  )
  assert.equal(budgets.running('live_connections'), 10)
})

test('work waits for its turn, one of a person after the other; beyond those that may wait it is refused', async () => {
  const budgets = new Budgets(tight)
  const [begun, ends]: [string[], (() => void)[]] = [[], []]
  const work = (name: string) => () =>
    new Promise<void>((end) => {
      begun.push(name)
      ends.push(end)
    })
  const all = ['a', 'b', 'c'].map((name) => budgets.withLimit('searches', ANNA, work(name)))
  await assert.rejects(budgets.withLimit('searches', ANNA, work('d')), Refused)
  const other = budgets.withLimit('searches', BRUNO, work('bruno'))
  await new Promise(setImmediate)
  assert.deepEqual(begun, ['a', 'bruno'])
  while (begun.length < 4) {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  for (const end of ends) end()
  await Promise.all([...all, other])
  assert.deepEqual(begun, ['a', 'bruno', 'b', 'c'])
  assert.equal(budgets.running('searches'), 0)
})

test('whose bodies took long to check waits with the next one, and others do not', (t) => {
  const { after } = at(t)
  const budgets = new Budgets({ ...tight, paces: { ...tight.paces, checking: { most: 100, seconds: 1 } } })
  budgets.delay('checking', ANNA, 150)
  assert.deepEqual([budgets.delay('checking', ANNA, 0), budgets.delay('checking', BRUNO, 0)], [500, 0])
  after(0.5)
  assert.equal(budgets.delay('checking', ANNA, 0), 0)
})
