import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnSentence, emptyColumnSentence, emptyRowSentence, rowSentence } from './bulk-sentences.ts'

test('a column says to how many it is given, drawn or not', () => {
  assert.equal(
    columnSentence('Bühne', 2_000, 511),
    'Die Gruppe „Bühne“ wird allen 511 gefundenen Benutzern zugewiesen.',
  )
  assert.equal(
    columnSentence('Bühne', 2_000, 2_000),
    'Die Gruppe „Bühne“ wird allen 2.000 Benutzern zugewiesen.',
  )
  assert.equal(columnSentence('Bühne', 12, 1), 'Die Gruppe „Bühne“ wird einem Benutzer zugewiesen.')
})

test('a row does too', () => {
  assert.equal(rowSentence('anna', 9, 3), 'anna bekommt alle 3 gefundenen Gruppen.')
  assert.equal(rowSentence('anna', 9, 9), 'anna bekommt alle 9 Gruppen.')
  assert.equal(rowSentence('anna', 9, 1), 'anna bekommt eine Gruppe.')
})

test('what is taken away counts only those who have it', () => {
  assert.equal(emptyColumnSentence('Bühne', 1_200), 'Die Gruppe „Bühne“ wird 1.200 Benutzern entzogen.')
  assert.equal(emptyColumnSentence('Bühne', 1), 'Die Gruppe „Bühne“ wird einem Benutzer entzogen.')
  assert.equal(emptyRowSentence('anna', 2), 'anna verliert 2 Gruppen.')
  assert.equal(emptyRowSentence('anna', 1), 'anna verliert eine Gruppe.')
})
