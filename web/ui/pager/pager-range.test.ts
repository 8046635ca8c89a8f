import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagerRange } from './pager-range.ts'

test('one page needs no pager', () => {
  assert.equal(pagerRange(0, 1).shown, false)
  assert.equal(pagerRange(0, 0).shown, false)
})

test('pages are counted from one for people', () => {
  assert.equal(pagerRange(0, 12).text, 'Seite 1 von 12')
  assert.equal(pagerRange(11, 12).text, 'Seite 12 von 12')
})

test('at the ends there is no further', () => {
  assert.deepEqual(pagerRange(0, 3), {
    shown: true,
    text: 'Seite 1 von 3',
    first: undefined,
    previous: undefined,
    next: 1,
    last: 2,
    beyond: undefined,
  })
  assert.deepEqual(pagerRange(2, 3), {
    shown: true,
    text: 'Seite 3 von 3',
    first: 0,
    previous: 1,
    next: undefined,
    last: undefined,
    beyond: undefined,
  })
})

test('beyond the end is the last page', () => {
  const { text, previous, next, beyond } = pagerRange(9, 3)
  assert.deepEqual([text, previous, next, beyond], ['Seite 3 von 3', 1, undefined, 2])
  assert.equal(pagerRange(9, 1).text, 'Seite 1 von 1')
  assert.equal(pagerRange(9, 1).beyond, 0)
  assert.equal(pagerRange(9, 0).beyond, 0)
})
