import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Refused } from '#server/http/errors.ts'
import { Budgets, limits, type Table } from './limits.ts'

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

test('what is worth several counts as several', (t) => {
  const clock = at(t)
  const budgets = new Budgets(tight)
  budgets.spend('images', ANNA, 2)
  assert.deepEqual(
    refusal(() => budgets.spend('images', ANNA, 2)),
    ['too_many', 10],
  )
  clock.after(10)
  budgets.spend('images', ANNA, 2)
})

test('of large bodies so many bytes of everybody together are received at a time, whoever sends them', () => {
  const budgets = new Budgets({ ...tight, global: { ...tight.global, body_bytes: 10 } })
  const release = budgets.acquireBody(ANNA, 8)
  assert.equal(refusal(() => budgets.acquireBody(BRUNO, 4))[0], 'overloaded')
  budgets.acquireBody(BRUNO, 1)()
  release()
  release()
  budgets.acquireBody(BRUNO, 4)()
  assert.deepEqual([budgets.bodyBytes, budgets.running('large_bodies')], [0, 0])
})

const page = readFileSync(join(import.meta.dirname, '../../docs/betrieb/grenzen.md'), 'utf8')
const [, table = ''] = page.split('| Grenze | höchstens | in |')
const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \| (\d+) \| ([^|]+) \|/gm)].map(
  ([, name, most, span]) => [name, `${most} in ${span === 'zugleich' ? 'at once' : span}`],
)

test('the operator’s table of limits says what holds, and nothing else', () => {
  const { rates, stored, atOnce } = limits
  const spans = Object.entries({ ...rates, ...stored }).map(([name, { most, seconds }]) => [
    name,
    `${most} in ${seconds} s`,
  ])
  const counts = Object.entries(atOnce).map(([name, { most }]) => [name, `${most} in at once`])
  assert.deepEqual(Object.fromEntries(rows), Object.fromEntries([...spans, ...counts]))
})

test('each limit says in German what is too much and what to do', () => {
  const { rates, stored, atOnce } = limits
  for (const [name, { sentence }] of Object.entries({ ...rates, ...stored, ...atOnce }))
    assert.match(sentence, /^[A-ZÄÖÜ][^.]+\. Bitte [^.]+\.$/, name)
})
