import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkboxField,
  numberField,
  paragraph,
  processOf,
  section,
  textareaField,
} from '#contract/document/build.ts'
import { outlineOf } from '#contract/document/outline.ts'
import { createFolds } from './folds.ts'

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
