import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStore } from './store.ts'

test('who follows a value is told of each change, once the new value is there, and not after leaving', () => {
  const store = createStore('a')
  const seen: string[] = []
  const stop = store.subscribe(() => seen.push(store.get()))
  store.set('b')
  store.set('c')
  stop()
  store.set('d')
  assert.deepEqual([seen, store.get()], [['b', 'c'], 'd'])
})
