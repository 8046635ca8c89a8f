import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EditorState, TextSelection } from 'prosemirror-state'
import { paragraph, processOf, section, strong, textareaField } from '#contract/document/build.ts'
import { findOpenPlaceholders } from '#contract/document/open-places.ts'
import { schema, treeOf } from '#contract/document/schema.ts'
import { openPlacesIn, placeholdersIn, placeholdersPlugin, selectOpenPlace } from './placeholders.ts'
import { insertSection } from './sections.ts'

const opened = (doc = schema.nodeFromJSON(processOf(paragraph('Oben')))) =>
  EditorState.create({ doc, plugins: [placeholdersPlugin] })
const cursorAt = (state: EditorState, at: number) =>
  state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)))
const selected = ({ doc, selection: { from, to } }: EditorState) => doc.textBetween(from, to)

function withSection(state: EditorState): EditorState {
  let next = state
  insertSection(state, (tr) => (next = state.apply(tr)))
  return next
}

test('what a new section says is typed over where the cursor comes to it, once', () => {
  const state = withSection(opened())
  assert.equal(selected(state), 'New Section')
  assert.equal(placeholdersIn(state).length, 2)
  const [, body = 0] = placeholdersIn(state)
  const inBody = cursorAt(state, body + 5)
  assert.equal(selected(inBody), 'New Section Body')
  assert.equal(selected(cursorAt(inBody, body + 5)), '')
  const typed = inBody.apply(inBody.tr.insertText('x'))
  assert.equal(placeholdersIn(typed).length, 1)
  let there = typed
  selectOpenPlace(typed, (tr) => (there = typed.apply(tr)))
  assert.equal(selected(there), 'New Section')
})

test('words of somebody, and the same words elsewhere, are no placeholders', () => {
  const tree = processOf(
    paragraph('New Section Body'),
    section('New Sections', paragraph('New Section Body!')),
  )
  assert.deepEqual(placeholdersIn(opened(schema.nodeFromJSON(tree))), [])
  assert.deepEqual(findOpenPlaceholders(tree), [])
  assert.deepEqual(findOpenPlaceholders(treeOf(withSection(opened()).doc)), [
    { text: 'New Section', section: 'New Section' },
    { text: 'New Section Body', section: 'New Section' },
  ])
})

test('what a template leaves open between brackets is found, and selected one after the other', () => {
  const tree = processOf(
    paragraph('Siehe [1], und ', strong('[Name, Telefonnummer]'), ' anrufen'),
    section('Schlüssel', paragraph(textareaField('Nr'), '[Räume] und [Räume]')),
    { type: 'code_block', content: [{ type: 'text', text: 'a[index] = [null]' }] },
  )
  assert.deepEqual(findOpenPlaceholders(tree), [
    { text: '[Name, Telefonnummer]', section: '' },
    { text: '[Räume]', section: 'Schlüssel' },
    { text: '[Räume]', section: 'Schlüssel' },
  ])
  let state = opened(schema.nodeFromJSON(tree))
  for (const wanted of ['[Name, Telefonnummer]', '[Räume]', '[Räume]']) {
    selectOpenPlace(state, (tr) => (state = state.apply(tr)))
    assert.equal(selected(state), wanted)
    state = state.apply(state.tr.insertText('ja'))
  }
  assert.deepEqual(openPlacesIn(state), [])
})
