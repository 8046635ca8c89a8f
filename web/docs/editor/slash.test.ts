import assert from 'node:assert/strict'
import { test } from 'node:test'
import { history, undo } from 'prosemirror-history'
import { EditorState, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { paragraph, processOf, section } from '#contract/document/build.ts'
import { schema } from '#contract/document/schema.ts'
import type { Tree } from '#contract/document/tree.ts'
import { promptOf, promptPlugin } from './prompts.ts'
import { slashMenuPlugin, slashOf } from './slash.ts'

/** An editor with the cursor at the end of its text, and functions that type into it. */
function write(...content: Tree[]) {
  const doc = schema.nodeFromJSON(processOf(...content))
  const view = {
    state: EditorState.create({
      doc,
      selection: TextSelection.atEnd(doc),
      plugins: [slashMenuPlugin, promptPlugin, history({ newGroupDelay: -1 })],
    }),
    dispatch(tr: EditorState['tr']) {
      view.state = view.state.apply(tr)
    },
  }
  const key = (name: string) =>
    slashMenuPlugin.props.handleKeyDown?.call(
      slashMenuPlugin,
      view as unknown as EditorView,
      { key: name, stopPropagation() {} } as KeyboardEvent,
    )
  return {
    view,
    key,
    type: (text: string) => {
      for (const letter of text) view.dispatch(view.state.tr.insertText(letter))
    },
    back: () => view.dispatch(view.state.tr.delete(view.state.selection.from - 1, view.state.selection.from)),
    hits: () => slashOf(view.state)?.hits.map(({ text }) => text) ?? [],
    text: () => view.state.doc.textContent,
  }
}

test('„/“ at the start of a line or after a blank offers all, and words filter it', () => {
  for (const before of ['', 'Wie viele? ']) {
    const { type, hits, back } = write(before === '' ? { type: 'paragraph' } : paragraph(before))
    type('/')
    const all = hits()
    assert.deepEqual(all.slice(0, 4), ['Abschnitt', 'Zahl', 'Text', 'Häkchen'])
    type('hak')
    assert.deepEqual(hits(), ['Häkchen'])
    for (let letter = 0; letter < 3; letter++) back()
    assert.deepEqual(hits(), all)
    type('kontroll')
    assert.deepEqual(hits(), ['Häkchen'])
    type('x')
    assert.deepEqual(hits(), [])
  }
})

test('inside of words, in headlines, in code, and in what is pasted it is a sign like others', () => {
  const code: Tree = { type: 'code_block', content: [{ type: 'text', text: 'ls ' }] }
  const marked: Tree = {
    type: 'paragraph',
    content: [{ type: 'text', text: 'ls ', marks: [{ type: 'code' }] }],
  }
  for (const content of [paragraph('und'), code, marked]) {
    const { type, hits } = write(content)
    type('/')
    assert.deepEqual(hits(), [])
  }
  const headline = write(section('Foyer ', paragraph('x')))
  headline.view.dispatch(
    headline.view.state.tr.setSelection(TextSelection.create(headline.view.state.doc, 8)),
  )
  headline.type('/')
  assert.deepEqual(headline.hits(), [])
  const pasted = write(paragraph('Wo? '))
  pasted.view.dispatch(pasted.view.state.tr.insertText('/').setMeta('paste', true))
  assert.deepEqual(pasted.hits(), [])
})

test('arrows lead, Enter puts what is meant in place of the words, and one undo brings these back', () => {
  const { type, key, view, text } = write(paragraph('Wie viele? '))
  type('/ausw')
  assert.equal(key('ArrowDown'), true)
  assert.equal(key('ArrowUp'), true)
  assert.equal(key('Enter'), true)
  assert.equal(text(), 'Wie viele? [Wie viele?]')
  assert.equal(promptOf(view.state), 'new field')
  undo(view.state, (tr) => view.dispatch(tr))
  assert.equal(text(), 'Wie viele? /ausw')
  assert.equal(key('Enter'), false)
})

test('Escape leaves the sign as it was typed, and what follows is text', () => {
  const { type, key, hits, text } = write({ type: 'paragraph' })
  type('/z')
  assert.equal(key('Escape'), true)
  assert.deepEqual(hits(), [])
  type('a')
  assert.deepEqual(hits(), [])
  assert.equal(key('Escape'), false)
  assert.equal(text(), '/za')
})

test('a blank behind it, or the cursor elsewhere, ends it', () => {
  const { type, view, hits } = write(paragraph('Oben'), { type: 'paragraph' })
  type('/ ')
  assert.deepEqual(hits(), [])
  type('/')
  assert.notEqual(hits().length, 0)
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 2)))
  assert.deepEqual(hits(), [])
})
