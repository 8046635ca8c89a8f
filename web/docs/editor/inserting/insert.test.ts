import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EditorState } from 'prosemirror-state'
import type { Option } from '#contract/document/options.ts'
import { schema } from '#contract/document/schema.ts'
import { insertField } from './insert.ts'

const { process, paragraph, active } = schema.nodes

test('a choice that is inserted has options of its own, which no other has had under the same name', () => {
  let state = EditorState.create({ doc: process.create(null, paragraph.create()) })
  for (let count = 0; count < 2; count++) insertField('choice')(state, (tr) => (state = state.apply(tr)))
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
