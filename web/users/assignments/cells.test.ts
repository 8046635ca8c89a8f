import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Assignments } from '#contract/assignments.ts'
import { clickOn, stateAfter } from '#contract/words/cell.ts'
import { countChanging, withCells } from './cells.ts'

test('granting what is there already, or taking away what is not, changes nothing', () => {
  assert.equal(countChanging(['empty', 'granted', 'imported', 'revoked'], true), 2)
  assert.equal(countChanging(['empty', 'granted', 'imported'], false), 2)
})

test('only the rows that change become new objects', () => {
  const matrix: Assignments = {
    users: [1, 2].map((id) => ({ id, name: `u${id}` })),
    groups: [7, 8].map((id) => ({ id, name: `g${id}` })),
    relation: [
      ['empty', 'imported'],
      ['empty', 'imported'],
    ],
  }
  const next = withCells(matrix, new Set([2]), new Set([8]), (state) => stateAfter(state, clickOn(state)))
  assert.equal(next.relation[0], matrix.relation[0])
  assert.deepEqual(next.relation[1], ['empty', 'revoked'])
  assert.deepEqual(matrix.relation[1], ['empty', 'imported'])
})
