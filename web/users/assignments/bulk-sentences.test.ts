import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnSentence, rowSentence } from './bulk-sentences.ts'

test('a column says to how many it will happen, drawn or not', () => {
  assert.equal(
    columnSentence('Bühne', 2_000, 511, true),
    'Die Gruppe „Bühne“ wird allen 511 gefundenen Benutzern zugewiesen.',
  )
  assert.equal(
    columnSentence('Bühne', 2_000, 2_000, false),
    'Die Gruppe „Bühne“ wird allen 2.000 Benutzern entzogen.',
  )
  assert.equal(columnSentence('Bühne', 12, 1, true), 'Die Gruppe „Bühne“ wird einem Benutzer zugewiesen.')
})

test('a row does too', () => {
  assert.equal(rowSentence('anna', 9, 3, true), 'anna bekommt alle 3 gefundenen Gruppen.')
  assert.equal(rowSentence('anna', 9, 9, false), 'anna verliert alle 9 Gruppen.')
  assert.equal(rowSentence('anna', 9, 1, false), 'anna verliert eine Gruppe.')
})
