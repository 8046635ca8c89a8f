import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkboxField, numberField, paragraph, processOf, section, textareaField } from './build.ts'
import { isBlank, outlineOf } from './outline.ts'
import type { Tree } from './tree.ts'

const content = processOf(
  paragraph(numberField('Anfang')),
  section(
    'A',
    paragraph(numberField('x')),
    section('Innen', paragraph(textareaField('y'), checkboxField('x'))),
  ),
  section('B', paragraph(numberField('Anfang'))),
  section('B'),
)
const outline = outlineOf(content)

test('sections are known by their headlines, equal ones by their order', () => {
  assert.deepEqual(
    outline.sections.map(({ key, depth, around }) => [key, depth, around]),
    [
      ['/A', 1, []],
      ['/A/Innen', 2, ['/A']],
      ['/B', 1, []],
      ['/B#2', 1, []],
    ],
  )
})

test('however many headlines are equal, each section has a key of its own', () => {
  const { sections } = outlineOf(
    processOf(...Array.from({ length: 16_000 }, () => section('B')), section('B#2')),
  )
  assert.equal(new Set(sections.map(({ key }) => key)).size, 16_001)
  assert.equal(sections[15_999]?.key, '/B#16000')
})

test('a field is counted once in each section it stands in, and is of the kind of the first of its name', () => {
  assert.deepEqual(
    outline.fields.map(({ name, type }) => `${name} ${type}`),
    ['Anfang text', 'x text', 'y textarea'],
  )
  assert.deepEqual(
    outline.sections.map(({ fields }) => fields.map(({ name }) => name)),
    [['x', 'y'], ['y', 'x'], ['Anfang'], []],
  )
  assert.deepEqual(outline.aroundField.get('y'), ['/A', '/A/Innen'])
})

test('a document is blank that holds nothing but empty lines', () => {
  assert.equal(isBlank(processOf()), true)
  assert.equal(isBlank(processOf(paragraph(), paragraph())), true)
  assert.equal(isBlank(processOf(paragraph('x'))), false)
  assert.equal(isBlank(processOf(section('x'))), false)
  assert.equal(isBlank({ type: 'process', content: 7 } as unknown as Tree), true)
})
