import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { redo, undo } from 'prosemirror-history'
import { EditorState } from 'prosemirror-state'
import { anyDocument } from '#contract/document/arbitrary.ts'
import { parseContent } from '#contract/document/check.ts'
import { schema, treeOf } from '#contract/document/schema.ts'
import { createPlugins, tableColumnSizes, undoLimits } from './plugins.ts'

const empty = schema.nodes.process.create(null, schema.nodes.paragraph.create())

/** The state after typing one letter per gap. A gap is the time (ms) since the previous letter. */
function typed(gaps: readonly number[]): EditorState {
  let state = EditorState.create({ doc: empty, plugins: createPlugins() })
  let time = 1_000_000
  for (const gap of gaps) {
    time += gap
    const { doc, tr } = state
    state = state.apply(tr.insertText('x', doc.content.size - 1).setTime(time))
  }
  return state
}

/** Runs the command until it is no longer possible. Returns the length of the text after each step. */
function lengths(state: EditorState, command: typeof undo): { lengths: number[]; state: EditorState } {
  const found: number[] = []
  let next = state
  while (command(next, (tr) => (next = next.apply(tr)))) found.push(next.doc.textContent.length)
  return { lengths: found, state: next }
}

test('what is typed within 500 ms of each other is taken back at once, and nothing more', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 60 }), (gaps) => {
      const state = typed(gaps)
      const begins = gaps.flatMap((gap, at) => (at === 0 || gap > undoLimits.newGroupDelay ? [at] : []))
      const back = lengths(state, undo)
      assert.deepEqual(back.lengths, begins.toReversed())
      const forth = lengths(back.state, redo)
      assert.ok(forth.state.doc.eq(state.doc))
      assert.equal(forth.lengths.length, begins.length)
    }),
    { numRuns: 100 },
  )
})

test('a hundred steps can always be taken back; what is older goes now and then', () => {
  assert.deepEqual(undoLimits, { depth: 100, newGroupDelay: 500 })
  assert.deepEqual(tableColumnSizes, { handleWidth: 5, cellMinWidth: 25, defaultCellMinWidth: 100 })
  for (const steps of [1, 99, 100, 101, 120, 121, 500]) {
    const back = lengths(typed(Array.from({ length: steps }, () => 600)), undo).lengths.length
    assert.ok(back >= Math.min(steps, 100) && back <= 120, `${back} of ${steps}`)
  }
})

test('opening a document in the editor, changing it and taking that back changes nothing', () => {
  fc.assert(
    fc.property(anyDocument, (tree) => {
      const opened = EditorState.create({ doc: schema.nodeFromJSON(tree), plugins: createPlugins() })
      assert.deepEqual(treeOf(opened.doc), tree)
      const changed = opened.apply(opened.tr.insert(0, schema.nodes.paragraph.create(null, schema.text('x'))))
      assert.deepEqual(parseContent(treeOf(changed.doc)), treeOf(changed.doc))
      let back = changed
      undo(changed, (tr) => (back = changed.apply(tr)))
      if (tree.content) assert.deepEqual(parseContent(treeOf(back.doc)), tree)
    }),
    { numRuns: 100 },
  )
})
