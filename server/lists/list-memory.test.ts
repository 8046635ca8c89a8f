import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#server/db/connect.ts'
import type { News } from '#server/live/news.ts'
import { type Kind, ListMemory, madeOf } from './list-memory.ts'

/** News of this server alone, and a memory that is told them. */
function world(bounds?: { entries: number; bytes: number }) {
  const changedAt = new Map<string, number>()
  const listeners: Parameters<News['listen']>[0][] = []
  const news = {
    isListening: true,
    count: 0,
    changedSince: (count: number, facts: readonly string[]) =>
      facts.some((fact) => (changedAt.get(fact) ?? 0) > count),
    listen: (listener: (typeof listeners)[number]) => void listeners.push(listener),
  }
  const change = (fact: string) => {
    changedAt.set(fact, ++news.count)
    for (const listener of listeners) listener.changed(fact)
  }
  return { news, change, lists: new ListMemory({} as Database, news as unknown as News, bounds) }
}

/** A reading that is let go by hand. */
function slow<Value>() {
  const readings: PromiseWithResolvers<Value>[] = []
  const read = () => {
    const reading = Promise.withResolvers<Value>()
    readings.push(reading)
    return reading.promise
  }
  return { readings, read }
}
const soon = () => new Promise((go) => setImmediate(go))

test('those who ask for the same at once have it read once, and later ones not at all', async () => {
  const { lists } = world()
  const { readings, read } = slow<string>()
  const piece = { key: 'a', facts: ['docs'], read }
  const asked = [lists.read(piece), lists.read(piece)]
  await soon()
  readings[0]?.resolve('one')
  assert.deepEqual(await Promise.all(asked), ['one', 'one'])
  assert.equal(await lists.read(piece), 'one')
  assert.equal(readings.length, 1)
})

test('who asks after a change is not given what began to be read before it', async () => {
  const { lists, change } = world()
  const { readings, read } = slow<string>()
  const piece = { key: 'a', facts: ['docs'], read }
  const before = lists.read(piece)
  await soon()
  change('docs')
  const after = lists.read(piece)
  await soon()
  readings[1]?.resolve('new')
  assert.equal(await after, 'new')
  readings[0]?.resolve('old')
  assert.equal(await before, 'old')
  assert.equal(await lists.read({ ...piece, read: async () => 'anew' }), 'new')
})

test('a piece goes with each of its facts, also with those that it names when it is known, and with no other', async () => {
  const { lists, change } = world()
  const keep = () =>
    lists.read({ key: 'a', facts: ['docs'], more: (of: string) => [`times:${of}`], read: async () => '7' })
  for (const fact of ['docs', 'times:7']) {
    await keep()
    change('times:8')
    assert.equal(lists.kept.entries, 1)
    change(fact)
    assert.equal(lists.kept.entries, 0)
  }
})

test('what is put together is of one moment: a change between two pieces has both looked at again', async () => {
  const { lists, change } = world()
  let version = 1
  const composed = await lists.compose({
    key: 'a',
    facts: ['docs'],
    compose: async () => {
      const first = version
      if (version === 1) {
        version = 2
        change('docs')
      }
      return [first, version]
    },
  })
  assert.deepEqual(composed, [2, 2])
})

test('many of a kind are read with one statement, those that are there not again', async () => {
  const { lists, change } = world()
  const asked: (readonly number[])[] = []
  const kind: Kind<string> = {
    keyOf: (id) => `of ${id}`,
    facts: (id) => [`user:${id}`],
    read: async (_, ids) => {
      asked.push(ids)
      return new Map(ids.filter((id) => id !== 3).map((id) => [id, `own ${id}`]))
    },
    nothing: 'nothing',
  }
  const all = [
    [1, 'own 1'],
    [2, 'own 2'],
    [3, 'nothing'],
  ]
  assert.deepEqual([...(await lists.each(kind, [1, 2, 3]))], all)
  change('user:2')
  assert.deepEqual([...(await lists.each(kind, [1, 2, 3]))], all)
  assert.deepEqual(asked, [[1, 2, 3], [2]])
})

test('four statements at a time read lists; who looks for words neither waits for them nor holds them up', async () => {
  const { lists } = world()
  const { readings, read } = slow<string>()
  const asked = [1, 2, 3, 4, 5, 6].map((key) => lists.read({ key: String(key), facts: [], read }))
  await soon()
  assert.equal(readings.length, 4)
  const search = lists.read({ key: 'search', facts: [], filter: 'ton', read: async () => 'found' })
  assert.equal(await search, 'found')
  for (let nr = 0; nr < 6; nr++) {
    readings[nr]?.resolve('one')
    await soon()
  }
  await Promise.all(asked)
})

test('nothing is kept that does not fit, or while no news are received', async () => {
  const { lists } = world({ entries: 10, bytes: 100 })
  await lists.read({ key: 'a', facts: [], read: async () => 'one' })
  assert.deepEqual(lists.kept, { entries: 0, bytes: 0 })
  const apart = world()
  apart.news.isListening = false
  const { readings, read } = slow<string>()
  const asked = [1, 2].map(() => apart.lists.read({ key: 'a', facts: [], read }))
  await soon()
  for (const reading of readings) reading.resolve('one')
  await Promise.all(asked)
  assert.equal(readings.length, 2)
})

test('what is made of a piece is the same for who sees it alike', () => {
  const piece = {}
  const make = (words: string) => madeOf(piece, words, () => ({ words }))
  assert.equal(make('a'), make('a'))
  assert.notEqual(make('a'), make('b'))
  assert.notEqual(
    make('a'),
    madeOf({}, 'a', () => ({ words: 'a' })),
  )
})
