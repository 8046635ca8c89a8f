import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeOf } from './size-of.ts'

const row = (id: number) => ({ id, name: `Veranstaltung ${id}`, date: '2026-11-24', istzeit: null })
const rows = (many: number) => Array.from({ length: many }, (_, id) => row(id))

test('a list of a thousand rows weighs a hundred times as much as one of ten', () => {
  const [few, many] = [sizeOf(rows(10)), sizeOf(rows(1_000))]
  assert.ok(many > 90 * few && many < 110 * few, `${few} and ${many}`)
})

test('a value weighs no less than its letters, whatever holds them', () => {
  const text = 'ä'.repeat(5_000)
  for (const held of [text, [text], { text }, new Map([[1, { text }]]), new Set([text])])
    assert.ok(sizeOf(held) >= 10_000)
})

test('a value with others in it weighs more than it would alone', () => {
  assert.ok(sizeOf({ rows: rows(3), total: 3 }) > sizeOf(rows(3)))
  assert.ok(sizeOf([]) < sizeOf([null]))
})
