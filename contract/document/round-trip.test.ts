import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyDocument } from './arbitrary.ts'
import { parseContent } from './check.ts'
import { fieldsOf } from './outline.ts'
import { nodesOf } from './tree.ts'

test('any document that the schema allows is stored exactly as it was sent', () => {
  fc.assert(
    fc.property(anyDocument, (tree) => {
      const stored = parseContent(JSON.parse(JSON.stringify(tree)))
      assert.deepEqual(stored, tree)
      assert.deepEqual(parseContent(JSON.parse(JSON.stringify(stored))), stored)
    }),
    { numRuns: 300 },
  )
})

test('the fields of a document are those that stand in it, each name once', () => {
  fc.assert(
    fc.property(anyDocument, (tree) => {
      const names = [...nodesOf(tree)]
        .filter(({ type }) => type === 'active')
        .map(({ attrs }) => attrs?.['name'])
      const expected = [...new Set(names)].filter((name) => name !== '')
      assert.deepEqual(
        fieldsOf(tree).map(({ name }) => name),
        expected,
      )
    }),
    { numRuns: 100 },
  )
})
