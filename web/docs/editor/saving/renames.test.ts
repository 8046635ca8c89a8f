import assert from 'node:assert/strict'
import { test } from 'node:test'
import { history, redo, undo } from 'prosemirror-history'
import { type Command, EditorState } from 'prosemirror-state'
import { schema } from '#contract/document/schema.ts'
import { changeField } from '../fields.ts'
import {
  markSent,
  type Renames,
  renamesOf,
  renamesPlugin,
  renamesSince,
  setRenames,
  withRename,
} from './renames.ts'

const { process, paragraph, active } = schema.nodes
const opened = (...names: string[]) =>
  EditorState.create({
    doc: process.create(
      null,
      paragraph.create(
        null,
        names.map((name) => active.create({ name, type: 'text' })),
      ),
    ),
    plugins: [renamesPlugin({}), history({ newGroupDelay: 0 })],
  })
const rename = (state: EditorState, from: string, to: string) => go(state, changeField(from, { name: to }))
const go = (state: EditorState, command: Command) => {
  let next = state
  command(state, (tr) => (next = state.apply(tr)))
  return next
}

test('a chain of names is sent from its first to its last', () => {
  const first = withRename({}, 'A', 'B')
  assert.deepEqual(withRename(first, 'B', 'C'), { A: 'C' })
  assert.deepEqual(withRename(first, 'B', 'A'), {})
})

test('two names may change places', () => {
  const renames = [
    ['A', 'x'],
    ['B', 'A'],
    ['x', 'B'],
  ].reduce((all, [from = '', to = '']) => withRename(all, from, to), {})
  assert.deepEqual(renames, { A: 'B', B: 'A' })
})

test('a field is renamed wherever it stands, and undo takes the rename back', () => {
  const renamed = rename(opened('A', 'A', 'B'), 'A', 'C')
  assert.deepEqual(renamesOf(renamed), { A: 'C' })
  assert.equal(renamed.doc.textContent, '[C][C][B]')
  assert.deepEqual(renamesOf(go(renamed, undo)), {})
  assert.deepEqual(renamesOf(go(go(renamed, undo), redo)), { A: 'C' })
})

test('when two fields become one, no answers move, and none when they part again', () => {
  const one = rename(opened('A', 'B'), 'A', 'B')
  assert.deepEqual(renamesOf(one), {})
  assert.deepEqual(renamesOf(go(one, undo)), {})
})

test('what has been saved is not sent again; what came after it is', () => {
  const once = rename(opened('A'), 'A', 'B')
  const sent = renamesOf(once)
  const twice = rename(once, 'B', 'C')
  assert.deepEqual(renamesOf(twice.apply(markSent(twice.tr, sent))), { B: 'C' })
  const back = go(once.apply(markSent(once.tr, sent)), undo)
  assert.deepEqual(renamesOf(back), { B: 'A' })
  assert.deepEqual(renamesSince({ A: 'B' }, { A: 'B' }), {})
})

test('a text that is put in place of another one brings along how its fields were renamed, and undo takes that back', () => {
  const replace = (state: EditorState, name: string, renames: Renames) => {
    const { tr, doc } = state
    tr.replaceWith(0, doc.content.size, opened(name).doc.content)
    return state.apply(setRenames(tr, renamesOf(state), renames))
  }
  const put = replace(opened('A'), 'B', { A: 'B' })
  assert.deepEqual(renamesOf(put), { A: 'B' })
  assert.deepEqual(renamesOf(go(put, undo)), {})
  assert.deepEqual(renamesOf(go(go(put, undo), redo)), { A: 'B' })
  // Saved meanwhile: the server knows the field by its new name.
  assert.deepEqual(renamesOf(go(put.apply(markSent(put.tr, { A: 'B' })), undo)), { B: 'A' })
  // The replaced text had another name for the field.
  const other = replace(rename(opened('A'), 'A', 'C'), 'B', { A: 'B' })
  assert.deepEqual(renamesOf(other), { A: 'B' })
  assert.deepEqual(renamesOf(rename(other, 'B', 'D')), { A: 'D' })
  assert.deepEqual(renamesOf(go(other, undo)), { A: 'C' })
  assert.deepEqual(renamesOf(replace(rename(opened('A'), 'A', 'C'), 'A', {})), {})
})

test('a field may be called as every object answers to', () => {
  assert.deepEqual(renamesSince({}, withRename({}, 'constructor', 'valueOf')), { constructor: 'valueOf' })
  assert.deepEqual(renamesSince({ A: 'toString' }, { A: 'toString', B: 'C' }), { B: 'C' })
})
