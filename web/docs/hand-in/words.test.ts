import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyFieldsInWords } from './words.ts'

test('before a process is handed in it is said how much of it is empty', () => {
  assert.equal(emptyFieldsInWords(0, 0), 'Sie bestätigen, dass Sie den Prozess gelesen haben.')
  assert.equal(emptyFieldsInWords(3, 0), 'Alle Felder sind ausgefüllt.')
  assert.equal(emptyFieldsInWords(3, 3), 'Noch kein Feld ist ausgefüllt:')
  assert.equal(emptyFieldsInWords(3, 1), '1 von 3 Feldern ist noch leer:')
  assert.equal(emptyFieldsInWords(1, 1), 'Das Feld ist noch leer:')
  assert.equal(emptyFieldsInWords(1_200, 2), '2 von 1.200 Feldern sind noch leer:')
})

test('where fields are required, it is said of these', () => {
  assert.equal(emptyFieldsInWords(3, 0, true), 'Alle Pflichtfelder sind ausgefüllt.')
  assert.equal(emptyFieldsInWords(1, 0, true), 'Das Pflichtfeld ist ausgefüllt.')
  assert.equal(emptyFieldsInWords(3, 3, true), 'Noch kein Pflichtfeld ist ausgefüllt:')
  assert.equal(emptyFieldsInWords(3, 1, true), '1 von 3 Pflichtfeldern ist noch leer:')
})
