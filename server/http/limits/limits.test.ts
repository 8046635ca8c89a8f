import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { limits } from './limits.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/betrieb/grenzen.md'), 'utf8')
const [, table = ''] = page.split('| Grenze | höchstens | in |')
const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \| (\d+) \| ([^|]+) \|/gm)].map(
  ([, name, most, span]) => [name, `${most} in ${span === 'zugleich' ? 'at once' : span}`],
)

test('the operator’s table of limits says what holds, and nothing else', () => {
  const { rates, paces, stored, atOnce } = limits
  const spans = Object.entries({ ...rates, ...paces, ...stored }).map(([name, { most, seconds }]) => [
    name,
    `${most} in ${seconds} s`,
  ])
  const counts = Object.entries(atOnce).map(([name, { most }]) => [name, `${most} in at once`])
  assert.deepEqual(Object.fromEntries(rows), Object.fromEntries([...spans, ...counts]))
})

test('each limit says in German what is too much and what to do', () => {
  const { rates, stored, atOnce } = limits
  for (const [name, { sentence }] of Object.entries({ ...rates, ...stored, ...atOnce }))
    assert.match(sentence, /^[A-ZÄÖÜ][^.]+\. Bitte [^.]+\.$/, name)
})
