import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseContent } from '#contract/document/check.ts'
import { canHold } from '#contract/document/fields.ts'
import { fieldsOf } from '#contract/document/outline.ts'
import { groupNames } from '../cast.ts'
import { firstDocument, otherDocuments } from './all.ts'

for (const { name, content, answers, round, groups = [] } of [firstDocument, ...otherDocuments]) {
  test(`„${name}“ can be stored, and its answers fit its fields`, () => {
    const fields = new Map(fieldsOf(parseContent(content)).map((field) => [field.name, field]))
    assert.ok(fields.size > 0)
    for (const [who, data] of [...answers, ...(round?.answers ?? [])]) {
      for (const [field, value] of Object.entries(data)) {
        const found = fields.get(field)
        assert.ok(found && canHold(found, value), `${who.username}: ${field}`)
      }
    }
    for (const group of groups) assert.ok((groupNames as string[]).includes(group), group)
  })
}
