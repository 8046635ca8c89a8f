import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ariaSort, parseOrder, toggleOrder } from './order-by.ts'

test('an order is read with plus, minus, a space for a plus, or without a sign', () => {
  for (const text of ['+name', ' name', 'name'])
    assert.deepEqual(parseOrder(text), { key: 'name', down: false })
  assert.deepEqual(parseOrder('-name'), { key: 'name', down: true })
  for (const none of [undefined, '', '+', '-', ' ']) assert.equal(parseOrder(none), undefined)
})

test('a head sorts up first, then turns round', () => {
  assert.equal(toggleOrder(undefined, 'name'), '+name')
  assert.equal(toggleOrder('+name', 'name'), '-name')
  assert.equal(toggleOrder('-name', 'name'), '+name')
  assert.equal(toggleOrder('-name', 'date'), '+date')
})

test('a head says how it sorts', () => {
  assert.equal(ariaSort('-name', 'name'), 'descending')
  assert.equal(ariaSort('+name', 'name'), 'ascending')
  assert.equal(ariaSort('+name', 'date'), 'none')
})
