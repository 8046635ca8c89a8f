import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Remembered } from './remembered.ts'

const later = performance.now() + 60_000

test('what rests on a fact is forgotten with it, and nothing else', () => {
  const remembered = new Remembered<string>(10)
  remembered.set('a', 'Anna', ['user:1', 'group:1'], later)
  remembered.set('b', 'Bruno', ['user:2', 'group:1'], later)
  remembered.forget('user:1')
  assert.equal(remembered.get('a'), undefined)
  assert.equal(remembered.get('b'), 'Bruno')
  remembered.forget('group:1')
  assert.equal(remembered.get('b'), undefined)
})

test('what is set anew rests on its new facts alone', () => {
  const remembered = new Remembered<string>(10)
  remembered.set('a', 'old', ['user:1'], later)
  remembered.set('a', 'new', ['user:2'], later)
  remembered.forget('user:1')
  assert.equal(remembered.get('a'), 'new')
})

test('the oldest goes when there is no more room', () => {
  const remembered = new Remembered<number>(2)
  for (const key of [1, 2, 3]) remembered.set(String(key), key, [], later)
  assert.deepEqual([remembered.get('1'), remembered.get('2'), remembered.get('3')], [undefined, 2, 3])
})

test('nothing outlives its end', () => {
  const remembered = new Remembered<string>(2)
  remembered.set('a', 'Anna', ['user:1'], performance.now() - 1)
  assert.equal(remembered.get('a'), undefined)
})

test('values that are weighed go, the oldest first, before they take more than they may together', () => {
  const remembered = new Remembered<string>(100, { bytes: 10, weigh: (value) => value.length })
  remembered.set('a', 'four', [], later)
  remembered.set('b', 'four', [], later)
  assert.equal(remembered.bytes, 8)
  remembered.set('c', 'four', [], later)
  assert.deepEqual([remembered.get('a'), remembered.size, remembered.bytes], [undefined, 2, 8])
  remembered.set('b', 'b', [], later)
  assert.equal(remembered.bytes, 5)
  remembered.set('d', 'longer than all', [], later)
  assert.deepEqual([remembered.get('d'), remembered.get('c')], [undefined, 'four'])
  remembered.forgetAll()
  assert.equal(remembered.bytes, 0)
})
