import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as soon } from 'node:timers/promises'
import { batch } from './batch.ts'

const done = <T>(value: T) => ({ status: 'fulfilled' as const, value })
const refused = (reason: unknown) => ({ status: 'rejected' as const, reason })

test('items that arrive while a batch runs form the next one, in their order', async () => {
  const worked: string[] = []
  const ask = batch<string, string>(
    async (key, items) => {
      worked.push(`${key}: ${items.join()}`)
      await soon()
      return items.map((item) => done(item.toUpperCase()))
    },
    { most: 2 },
  )
  const answers = [ask('a', 'x'), ask('a', 'y'), ask('b', 'q'), ask('a', 'z'), ask('a', 'w')]
  assert.deepEqual(await Promise.all(answers), ['X', 'Y', 'Q', 'Z', 'W'])
  assert.deepEqual(worked, ['a: x', 'b: q', 'a: y,z', 'a: w'])
  await ask('a', 'later')
  assert.equal(worked.at(-1), 'a: later')
})

test('one item is refused and the others of its batch are not; a batch that fails fails for all of them', async () => {
  const ask = batch<number, number>(
    async (_key, items) => {
      await soon()
      if (items.includes(13)) throw new Error('unlucky')
      return items.map((item) => (item < 0 ? refused(new Error('negative')) : done(item)))
    },
    { most: 10 },
  )
  const outcomes = await Promise.allSettled([ask('a', 1), ask('a', -1), ask('a', 2)])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  await assert.rejects(ask('a', 13), /unlucky/)
  assert.equal(await ask('a', 3), 3)
})

test('where items wait for each other a moment, one that comes meanwhile is worked on with them; one alone waits for nobody', async () => {
  const worked: string[] = []
  const ask = batch<string, string>(
    async (_key, items) => {
      worked.push(items.join())
      await soon()
      return items.map(done)
    },
    { most: 3, gathersMs: 200 },
  )
  const [first, second] = [ask('a', 'first'), ask('a', 'second')]
  await first
  await Promise.all([second, ask('a', 'third')])
  await ask('a', 'alone')
  assert.deepEqual(worked, ['first', 'second,third', 'alone'])
})

test('whoever comes when the moment is over begins the batch, though the timer has not been looked after', async () => {
  const worked: string[] = []
  const ask = batch<string, string>(
    async (_key, items) => {
      worked.push(items.join())
      return items.map(done)
    },
    { most: 9, gathersMs: 20 },
  )
  const [first, second] = [ask('a', 'first'), ask('a', 'second')]
  await first
  const until = performance.now() + 40
  while (performance.now() < until);
  const third = ask('a', 'third')
  // Not one turn of the loop later, in which the timer would have had its turn.
  for (let step = 0; step < 20; step++) await Promise.resolve()
  assert.deepEqual(worked, ['first', 'second,third'])
  await Promise.all([second, third])
})
