import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rolldown } from 'vite'
import { linesOf } from './built-lines.ts'

const linesIn = (mappings: string) =>
  linesOf(
    {
      map: { mappings, sources: ['../../server/app.ts', '/srv/kontor/contract/api.ts'] },
    } as Rolldown.OutputChunk,
    '/srv/kontor',
  )

test('sources are named from the root, and lines that go on together are one run', () => {
  // Lines 0, 1 and 2 come from lines 4, 5 and 6 of the first source, line 3 from line 1 of the second.
  const { sources, runs } = linesIn('AAIA;AACA,IAAA;AACA;ACLA')
  assert.deepEqual(sources, ['server/app.ts', 'contract/api.ts'])
  assert.deepEqual(runs, [0, 0, 0, 4, 3, 0, 1, 1])
})

test('a line that comes from two has a run for each, from its column on; one of nowhere has none', () => {
  assert.deepEqual(linesIn(';AAAA,UAEA').runs, [1, 0, 0, 0, 1, 10, 0, 2])
  assert.deepEqual(linesIn('').runs, [])
})
