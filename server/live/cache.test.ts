import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Cache } from './cache.ts'
import { News } from './news.ts'

/** News that are received, without a database behind them. */
class Received extends News {
  listening = true
  constructor() {
    super({ host: 'nowhere.invalid' })
  }
  override get isListening(): boolean {
    return this.listening
  }
}

const world = <Value>(most = 10) => {
  const news = new Received()
  const cache = new Cache<Value>(news, most)
  const keep = (key: string, value: Value, facts: string[] = [], until?: number) =>
    cache.keep(key, value, { asOf: cache.asOf, facts, ...(until !== undefined && { until }) })
  return { news, cache, keep }
}

test('what rests on a fact is forgotten with it, and nothing else', () => {
  const { news, cache, keep } = world<string>()
  keep('a', 'Anna', ['user:1', 'group:1'])
  keep('b', 'Bruno', ['user:2', 'group:1'])
  news.receive(['user:1'])
  assert.deepEqual([cache.get('a'), cache.get('b')], [undefined, 'Bruno'])
  news.receive(['group:1'])
  assert.equal(cache.get('b'), undefined)
})

test('a value whose fact changes between the reading and the keeping is not kept', () => {
  const { news, cache } = world<string>()
  const { asOf } = cache
  news.receive(['user:1'])
  cache.keep('a', 'as it was', { asOf, facts: ['user:1'] })
  assert.equal(cache.get('a'), undefined)
  // Another fact is no reason.
  const { asOf: again } = cache
  news.receive(['user:2'])
  cache.keep('a', 'as it is', { asOf: again, facts: ['user:1'] })
  assert.equal(cache.get('a'), 'as it is')
})

test('while other nodes cannot be heard nothing is given and nothing kept', () => {
  const { news, cache, keep } = world<string>()
  keep('a', 'Anna')
  news.listening = false
  keep('b', 'Bruno')
  assert.equal(cache.get('a'), undefined)
  news.listening = true
  assert.deepEqual([cache.get('a'), cache.get('b')], ['Anna', undefined])
})

test('what is kept anew rests on its new facts alone', () => {
  const { news, cache, keep } = world<string>()
  keep('a', 'old', ['user:1'])
  keep('a', 'new', ['user:2'])
  news.receive(['user:1'])
  assert.equal(cache.get('a'), 'new')
})

test('the oldest goes when there is no more room', () => {
  const { cache, keep } = world<number>(2)
  for (const key of [1, 2, 3]) keep(String(key), key)
  assert.deepEqual([cache.get('1'), cache.get('2'), cache.get('3')], [undefined, 2, 3])
})

test('nothing outlives its end', () => {
  const { cache, keep } = world<string>(2)
  keep('a', 'Anna', ['user:1'], performance.now() - 1)
  assert.equal(cache.get('a'), undefined)
})
