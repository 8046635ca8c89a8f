import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choiceField, paragraph, processOf } from '#contract/document/build.ts'
import { fieldsOf } from '#contract/document/outline.ts'
import { invertNames, removedFields } from './names.ts'

test('the way back leads from the names of today to those of a version, also where two have changed places', () => {
  assert.deepEqual(invertNames({ Kasse: 'Bestand' }), { Bestand: 'Kasse' })
  assert.deepEqual(invertNames({ A: 'B', B: 'A' }), { B: 'A', A: 'B' })
})

test('of a field that is gone that is known which the document had last, under its name of today', () => {
  const content = processOf(paragraph(choiceField('Farbe', 'rot', 'blau')))
  const later = processOf(paragraph(choiceField('Ton', 'rosa', 'blau')))
  const history = [
    { fields: [], names: {} },
    { fields: fieldsOf(later), names: {} },
    { fields: fieldsOf(content), names: { Farbe: 'Ton' } },
  ]
  const [field, ...others] = removedFields({ content, names: { Farbe: 'Ton' } }, [], history)
  assert.deepEqual(
    [field?.name, field?.options?.map(({ text }) => text), others],
    ['Ton', ['rosa', 'blau'], []],
  )
  assert.deepEqual(removedFields({ content, names: { Farbe: 'Ton' } }, fieldsOf(later), history), [])
})
