import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KeyPress, nextInGrid } from './arrows.ts'

/** 31 rows and 4 columns, with headers at index -1, like the matrix of users and groups. */
const grid = { rows: [-1, 30], columns: [-1, 3] } as const

const inGrid: [from: string, keys: KeyPress, to: string | undefined][] = [
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
