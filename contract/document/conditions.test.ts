import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkboxField,
  choiceField,
  conditionalSection,
  markRequired,
  numberField,
  paragraph,
  processOf,
  section,
  textareaField,
} from './build.ts'
import { fieldsToFill, hiddenFields } from './conditions.ts'
import { type AnswerValue, answerOf } from './fields.ts'
import { fieldsOf, hiddenSections } from './outline.ts'
import type { Tree } from './tree.ts'

const asked = (document: Tree, data: Record<string, AnswerValue>) => {
  const fields = fieldsOf(document)
  const hidden = hiddenFields(fields, (field) => answerOf(field, data))
  return fieldsToFill(fields, hidden).map(({ name }) => name)
}
const only = (field: string, is: 'filled' | 'empty', ...content: Tree[]) =>
  conditionalSection({ field, is }, section('', ...content))

test('a section is asked for while its tick is set or not set, its choice is made, its field holds something', () => {
  const document = processOf(
    paragraph(checkboxField('Auto'), choiceField('Größe', 'Klein', 'Groß'), numberField('Zahl')),
    only('Auto', 'filled', paragraph(textareaField('Kennzeichen'))),
    only('Auto', 'empty', paragraph(textareaField('Bahn'))),
    conditionalSection(
      { field: 'Größe', is: 'option', option: 'm2' },
      section('', paragraph(textareaField('Warum'))),
    ),
    only('Zahl', 'filled', paragraph(textareaField('Einheit'))),
  )
  const first = ['Auto', 'Größe', 'Zahl']
  assert.deepEqual(asked(document, {}), [...first, 'Bahn'])
  assert.deepEqual(asked(document, { Auto: 'Bestätigt', Größe: 'Klein' }), [...first, 'Kennzeichen'])
  assert.deepEqual(asked(document, { Größe: 'Groß', Zahl: 0 }), [...first, 'Bahn', 'Warum', 'Einheit'])
})

test('what a hidden field holds decides nothing, and sections in sections need all their conditions', () => {
  const document = processOf(
    paragraph(checkboxField('A')),
    only('A', 'filled', paragraph(checkboxField('B')), only('B', 'filled', paragraph(textareaField('C')))),
    only('B', 'filled', paragraph(textareaField('D'))),
  )
  const both = { A: 'Bestätigt', B: 'Bestätigt' }
  assert.deepEqual(asked(document, both), ['A', 'B', 'C', 'D'])
  assert.deepEqual(asked(document, { B: 'Bestätigt' }), ['A'])
  const [, outer, last] = document.content ?? []
  assert.deepEqual(hiddenSections(document, both), new Set())
  assert.ok(outer && last)
  assert.deepEqual(hiddenSections(document, { A: 'Bestätigt' }).size, 2)
  assert.ok(hiddenSections(document, { B: 'Bestätigt' }).has(outer))
})

test('a condition that cannot be decided hides nothing: its field is gone or stands behind it, its option is no more', () => {
  for (const condition of [
    { field: 'Weg', is: 'filled' },
    { field: 'Später', is: 'filled' },
    { field: 'Größe', is: 'option', option: 'm9' },
    { field: 'Größe' },
    'ja',
  ])
    assert.deepEqual(
      asked(
        processOf(
          paragraph(choiceField('Größe', 'Klein')),
          conditionalSection(condition as never, section('', paragraph(textareaField('Innen')))),
          paragraph(textareaField('Später')),
        ),
        {},
      ),
      ['Größe', 'Innen', 'Später'],
    )
})

test('a field that stands in several places is asked for while one of them is shown', () => {
  const document = processOf(
    paragraph(checkboxField('A'), checkboxField('B')),
    only('A', 'filled', paragraph(textareaField('Ort'))),
    only('B', 'filled', paragraph(textareaField('Ort'))),
  )
  assert.deepEqual(asked(document, {}), ['A', 'B'])
  assert.deepEqual(asked(document, { B: 'Bestätigt' }), ['A', 'B', 'Ort'])
  const always = processOf(...(document.content ?? []), paragraph(textareaField('Ort')))
  assert.deepEqual(asked(always, {}), ['A', 'B', 'Ort'])
})

test('a field is asked for only where it can be seen, also when its later place looks at a field behind its first', () => {
  const document = processOf(
    paragraph(checkboxField('A')),
    only('A', 'filled', paragraph(markRequired(textareaField('Name')))),
    paragraph(checkboxField('B')),
    only('B', 'filled', paragraph(markRequired(textareaField('Name')))),
  )
  assert.deepEqual(asked(document, {}), ['A', 'B'])
  assert.deepEqual(asked(document, { A: 'Bestätigt' }), ['Name'])
  assert.deepEqual(asked(document, { B: 'Bestätigt' }), ['Name'])
  const chain = processOf(
    ...(document.content ?? []),
    only('Name', 'filled', paragraph(textareaField('Ort'))),
    only('Ort', 'filled', paragraph(textareaField('Name'))),
  )
  const data = { Name: 'Anna', Ort: 'Halle' }
  assert.deepEqual(asked(chain, data), ['A', 'B'])
  assert.equal(hiddenSections(chain, data).size, 4)
  assert.equal(hiddenSections(chain, { ...data, B: 'Bestätigt' }).size, 1)
})

test('where some of the fields that are shown are required, these are asked for, else all', () => {
  const document = processOf(
    paragraph(markRequired(textareaField('Name')), textareaField('Bemerkung'), checkboxField('Auto')),
    only('Auto', 'filled', paragraph(markRequired(textareaField('Kennzeichen')))),
  )
  assert.deepEqual(asked(document, {}), ['Name'])
  assert.deepEqual(asked(document, { Auto: 'Bestätigt' }), ['Name', 'Kennzeichen'])
  const late = processOf(paragraph(checkboxField('Auto')), ...(document.content ?? []).slice(1))
  assert.deepEqual(asked(late, {}), ['Auto'])
  assert.deepEqual(asked(late, { Auto: 'Bestätigt' }), ['Kennzeichen'])
})
