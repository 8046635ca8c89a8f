import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkbox, number, paragraph, processOf, section, textarea } from '#contract/document/build.ts'
import type { Tree } from '#contract/document/tree.ts'
import { createFolds } from './folds.ts'
import { isBlank, outlineOf } from './outline.ts'

const content = processOf(
  paragraph(number('Anfang')),
  section('A', paragraph(number('x')), section('Innen', paragraph(textarea('y'), checkbox('x')))),
  section('B', paragraph(number('Anfang'))),
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

const stored = new Map<string, string>()
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
})
const openIn = (folds: ReturnType<typeof createFolds>) =>
  outline.sections.filter(({ key }) => folds.isOpen(key)).map(({ key }) => key)
const [a, inside, b, b2] = outline.sections

test('what is folded is found folded again under the same address only', () => {
  assert.ok(a && b)
  createFolds('anna/1').toggle(a, outline.sections)
  assert.deepEqual(openIn(createFolds('anna/1')), ['/A/Innen', '/B', '/B#2'])
  assert.equal(createFolds('anna/2').isOpen('/A'), true)
  assert.equal(createFolds().isOpen('/A'), true)
  stored.set('anna/1', '{broken')
  assert.equal(createFolds('anna/1').isOpen('/A'), true)
})

test('opening a section opens those around it; in the compact way it folds the others', () => {
  assert.ok(a && inside && b && b2)
  const folds = createFolds('anna/3')
  folds.closeAll(outline.sections)
  folds.reveal(inside, outline.sections)
  assert.deepEqual(openIn(folds), ['/A', '/A/Innen'])
  folds.toggle(b, outline.sections)
  assert.deepEqual(openIn(folds), ['/A', '/A/Innen', '/B'])
  folds.setCompact(true, outline.sections)
  assert.deepEqual(openIn(folds), ['/A', '/A/Innen'])
  folds.toggle(b2, outline.sections)
  assert.deepEqual(openIn(folds), ['/B#2'])
})
