import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Assignments } from '#contract/assignments.ts'
import { assignmentsSearch } from './search.ts'
import { shownOf } from './visible.ts'

const named = (...names: string[]) => names.map((name, at) => ({ id: at + 1, name }))
const matrix: Assignments = {
  users: named('Ærenlund, Jana', 'Berger, Anna', 'Groß, Frieda'),
  groups: named('Bühne', 'Empfang', 'Technik', 'Ton'),
  relation: [
    ['empty', 'revoked', 'empty', 'empty'],
    ['granted', 'empty', 'empty', 'empty'],
    ['empty', 'empty', 'imported', 'empty'],
  ],
}

const cases: [search: Record<string, unknown>, rows: number[], columns: number[]][] = [
  [{}, [0, 1, 2], [0, 1, 2, 3]],
  [{ filterUser: 'gross' }, [2], [0, 1, 2, 3]],
  [{ filterGroups: 'buehne' }, [0, 1, 2], [0]],
  [{ onlyUsedUsers: 'true' }, [1, 2], [0, 1, 2, 3]],
  [{ onlyUsedGroups: 'true' }, [0, 1, 2], [0, 2]],
  [{ onlyUsedGroups: 'true', filterGroups: 't', filterUser: 'xyz' }, [], [2]],
]
for (const [search, rows, columns] of cases) {
  test(`${JSON.stringify(search)} shows rows ${rows.join()} and columns ${columns.join()}`, () =>
    assert.deepEqual(shownOf(matrix, assignmentsSearch(search)), { rows, columns }))
}
