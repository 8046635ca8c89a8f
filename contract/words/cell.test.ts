import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AssignmentCell,
  applyCellAction,
  assignmentCells,
  type CellAction,
  type CellState,
  cellStateAfter,
  cellStateOf,
  clickActionOf,
} from './cell.ts'

const seen: [cell: AssignmentCell, state: CellState][] = [
  [{ imported: false, override: 'none' }, 'empty'],
  [{ imported: false, override: 'grant' }, 'granted'],
  [{ imported: false, override: 'revoke' }, 'empty'],
  [{ imported: true, override: 'none' }, 'imported'],
  [{ imported: true, override: 'grant' }, 'imported'],
  [{ imported: true, override: 'revoke' }, 'revoked'],
]
for (const [cell, state] of seen) {
  test(`imported ${cell.imported} with override ${cell.override} is seen as ${state}`, () =>
    assert.equal(cellStateOf(cell), state))
}

const steps: [from: CellState, action: CellAction, to: CellState][] = [
  ['empty', 'grant', 'granted'],
  ['empty', 'remove', 'empty'],
  ['granted', 'grant', 'granted'],
  ['granted', 'remove', 'empty'],
  ['imported', 'grant', 'imported'],
  ['imported', 'remove', 'revoked'],
  ['revoked', 'grant', 'imported'],
  ['revoked', 'remove', 'revoked'],
]
for (const [from, action, to] of steps) {
  test(`${from} becomes ${to} by ${action}`, () => {
    for (const [cell, state] of seen)
      if (state === from) assert.equal(cellStateOf(applyCellAction(cell, action)), to)
    assert.equal(cellStateAfter(from, action), to)
  })
}

const clicks: [from: CellState, to: CellState][] = [
  ['empty', 'granted'],
  ['granted', 'empty'],
  ['imported', 'revoked'],
  ['revoked', 'imported'],
]
for (const [from, to] of clicks) {
  test(`a click makes ${to} of ${from}`, () => assert.equal(cellStateAfter(from, clickActionOf(from)), to))
}

test('no cell is left out', () =>
  assert.deepEqual(new Set(assignmentCells), new Set(seen.map(([cell]) => cell))))
