import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EditorState } from 'prosemirror-state'
import { fieldLimits, isFieldName } from '#contract/document/fields.ts'
import type { Option } from '#contract/document/options.ts'
import { schema } from '#contract/document/schema.ts'
import { insertField, nextNumberedName, proposeFieldName } from './fields.ts'
import { withProtocol } from './links.ts'
import { promptOf, promptPlugin } from './prompts.ts'

const { process, paragraph, active, hard_break } = schema.nodes
const fieldOf = (name: string) => active.create({ name, type: 'text' })

/** The name proposed for a new field at the end of this line. */
function namedAfter(line: Parameters<typeof paragraph.create>[1], ...taken: string[]): string {
  const doc = process.create(null, paragraph.create(null, line))
  return proposeFieldName(doc.resolve(doc.content.size - 1), new Set(taken))
}

test('a field is named by the words before it in its line', () => {
  assert.equal(namedAfter(schema.text('Zahl der Feuerlöscher: ')), 'Zahl der Feuerlöscher')
  assert.equal(namedAfter(schema.text('Wie viele? ')), 'Wie viele?')
  assert.equal(namedAfter(schema.text(' – Ort –\u00a0')), 'Ort')
  assert.equal(namedAfter([schema.text('Von '), fieldOf('Von'), schema.text(', bis: ')]), 'bis')
  assert.equal(namedAfter([schema.text('Name:'), hard_break.create(), schema.text('Ort: ')]), 'Ort')
})

test('of more than a line it is the last sentence', () => {
  const long = 'Bitte zählen Sie alle Geräte, auch die im Lager und im Keller. Zahl der Lampen: '
  assert.equal(namedAfter(schema.text(long)), 'Zahl der Lampen')
})

test('without words it has a number', () => {
  assert.equal(namedAfter(null), 'Feld 1')
  assert.equal(namedAfter(schema.text(' – : '), 'Feld 1'), 'Feld 2')
  assert.equal(namedAfter([schema.text('Ort: '), fieldOf('Ort')], 'Ort'), 'Feld 1')
})

test('a name that is taken is counted on', () => {
  assert.equal(namedAfter(schema.text('Zahl: '), 'Zahl'), 'Zahl 2')
  assert.equal(nextNumberedName('Zahl 2', new Set(['Zahl 2', 'Zahl 3'])), 'Zahl 4')
  assert.equal(nextNumberedName('Feld 1', new Set(['Feld 1'])), 'Feld 2')
  assert.equal(nextNumberedName('x'.repeat(fieldLimits.name), new Set()).length, fieldLimits.name - 4)
})

test('whatever stands before it, the name is one that a field may have, and no other has it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.boolean(), (words, again) => {
      const line = words === '' ? null : schema.text(words.toWellFormed())
      const first = namedAfter(line)
      assert.ok(first !== '' && isFieldName(first) && first.isWellFormed(), first)
      if (!again) return
      const second = namedAfter(line, first)
      assert.ok(isFieldName(second) && second !== first, second)
    }),
    { numRuns: 200 },
  )
})

test('a choice that is inserted has options of its own, which no other has had under the same name, and is asked about', () => {
  let state = EditorState.create({ doc: process.create(null, paragraph.create()), plugins: [promptPlugin] })
  for (let count = 0; count < 2; count++) insertField('choice')(state, (tr) => (state = state.apply(tr)))
  assert.equal(promptOf(state), 'new field')
  const found: Option[] = []
  state.doc.descendants((node) => {
    if (node.type === active) found.push(...node.attrs['options'])
  })
  assert.deepEqual(
    found.map(({ text }) => text),
    ['Ja', 'Nein', 'Ja', 'Nein'],
  )
  assert.equal(new Set(found.map(({ id }) => id)).size, 4)
})

test('a target that begins with the name of a host leads to it', () => {
  for (const typed of [
    'www.beispiel.de',
    'beispiel.de/pfad?x=1#y',
    'mein-theater.münchen.de:8443/plan',
    'beispiel.de#oben',
  ])
    assert.equal(withProtocol(typed), `https://${typed}`)
  assert.equal(withProtocol('anna.nord@beispiel.de'), 'mailto:anna.nord@beispiel.de')
})

test('a target that says where it leads stays as it is', () => {
  for (const typed of [
    'https://beispiel.de/',
    'mailto:anna@beispiel.de',
    'tel:+49301234',
    '/ui/docs/3/show',
    '/docs/plan.pdf',
    '//beispiel.de/',
    './plan.html',
    '#unten',
    '?page=2',
    'javascript:alert(1)',
    'seite',
    '',
  ])
    assert.equal(withProtocol(typed), typed)
})
