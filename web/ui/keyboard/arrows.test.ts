import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inRowsOf, nextBelow, nextBeside, nextByLetters, nextInGrid, type Pressed } from './arrows.ts'

/** Five by four with heads, as the matrix of users by groups is. */
const grid = { rows: [-1, 30], columns: [-1, 3] } as const

const inGrid: [from: string, keys: Pressed, to: string | undefined][] = [
  ['5/2', { key: 'ArrowLeft' }, '5/1'],
  ['5/2', { key: 'ArrowRight' }, '5/3'],
  ['5/3', { key: 'ArrowRight' }, '5/3'],
  ['5/0', { key: 'ArrowLeft' }, '5/-1'],
  ['0/2', { key: 'ArrowUp' }, '-1/2'],
  ['30/2', { key: 'ArrowDown' }, '30/2'],
  ['5/2', { key: 'Home' }, '5/0'],
  ['5/2', { key: 'End' }, '5/3'],
  ['5/2', { key: 'Home', ctrlKey: true }, '0/0'],
  ['5/2', { key: 'End', metaKey: true }, '30/3'],
  ['25/2', { key: 'PageUp' }, '15/2'],
  ['5/2', { key: 'PageUp' }, '0/2'],
  ['25/2', { key: 'PageDown' }, '30/2'],
  ['5/2', { key: 'ArrowDown', altKey: true }, undefined],
  ['5/2', { key: 'Tab' }, undefined],
]

test('in a grid arrows end at the edges, Home and End stay in the row, with Ctrl they lead to the corners', () => {
  for (const [from, keys, to] of inGrid) {
    const [row = 0, column = 0] = from.split('/').map(Number)
    const next = nextInGrid(keys, { row, column }, grid)
    assert.equal(next && `${next.row}/${next.column}`, to, `${from} ${JSON.stringify(keys)}`)
  }
})

test('items in rows are left at no edge, and the last row may be short', () => {
  const next = (key: string, at: number) => inRowsOf(4)({ key }, at, 6)
  assert.deepEqual(
    [next('ArrowDown', 1), next('ArrowDown', 3), next('ArrowRight', 3), next('End', 4)],
    [5, 5, 3, 5],
  )
})

test('in a line arrows go round along its axis, and where nothing has the focus yet they begin at an end', () => {
  const next = (key: string, at: number, along = nextBelow) => along({ key }, at, 3)
  assert.deepEqual(
    [next('ArrowDown', 0), next('ArrowDown', 2), next('ArrowUp', 0), next('Home', 2), next('End', 0)],
    [1, 0, 2, 0, 2],
  )
  assert.deepEqual([next('ArrowDown', -1), next('ArrowUp', -1)], [0, 2])
  assert.deepEqual([next('ArrowRight', 0), next('ArrowRight', 0, nextBeside)], [undefined, 1])
  assert.equal(nextBelow({ key: 'End' }, -1, 0), undefined)
})

test('letters lead to the name that begins with them, one letter alone through all of its names', () => {
  const names = ['Status', 'Stumm', 'Löschen', 'Über', 'Senden']
  assert.deepEqual(
    [
      ['s', 0],
      ['s', 1],
      ['ss', 4],
      ['st', 0],
      ['stu', 0],
      ['ü', 4],
      ['x', 0],
    ].map(([letters, at]) => nextByLetters(String(letters), Number(at), names)),
    [1, 4, 0, 0, 1, 3, undefined],
  )
})
