import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { undo } from 'prosemirror-history'
import { EditorState } from 'prosemirror-state'
import { anyDocument } from '#contract/document/arbitrary.ts'
import { checkContent } from '#contract/document/check.ts'
import { schema, treeOf } from '#contract/document/schema.ts'
import { plugins } from './plugins.ts'

test('opening a document in the editor, changing it and taking that back changes nothing', () => {
  fc.assert(
    fc.property(anyDocument, (tree) => {
      const opened = EditorState.create({ doc: schema.nodeFromJSON(tree), plugins: plugins() })
      assert.deepEqual(treeOf(opened.doc), tree)
      const changed = opened.apply(opened.tr.insert(0, schema.nodes.paragraph.create(null, schema.text('x'))))
      assert.deepEqual(checkContent(treeOf(changed.doc)), treeOf(changed.doc))
      let back = changed
      undo(changed, (tr) => (back = changed.apply(tr)))
      if (tree.content) assert.deepEqual(checkContent(treeOf(back.doc)), tree)
    }),
    { numRuns: 300 },
  )
})
