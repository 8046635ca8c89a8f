import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNothingToReset } from './why-nothing-to-reset.ts'

test('results can be reset once there are some, or may be some behind a search', () => {
  const why = (fields: string[], filled: number, filter = '') =>
    whyNothingToReset({ fields, filled }, { filter })
  assert.equal(why(['Stühle'], 1), undefined)
  assert.equal(why(['Stühle'], 0, 'anna'), undefined)
  assert.equal(why(['Stühle'], 0), 'Noch hat niemand angefangen.')
  assert.equal(why([], 0, 'anna'), 'Dieser Prozess hat keine Felder.')
})

test('answers to fields that are gone can be reset too', () => {
  for (const fields of [['Tische'], []])
    assert.equal(whyNothingToReset({ fields, filled: 0, former: true }, { filter: '' }), undefined)
})
