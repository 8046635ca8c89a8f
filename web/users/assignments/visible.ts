// Visible rows and columns of the matrix.

import type { Assignments } from '#contract/assignments.ts'
import { isMember } from '#contract/words/cell.ts'
import { foldForSearch, matcher } from '#web/matching.ts'
import type { AssignmentsSearch } from './search.ts'

export type VisibleIndexes = { rows: readonly number[]; columns: readonly number[] }

/** Indexes of the users and groups that match the search. */
export function findVisibleIndexes(
  { users, groups, relation }: Assignments,
  search: AssignmentsSearch,
): VisibleIndexes {
  const isUserUsed = (row: number) => relation[row]?.some(isMember) ?? false
  const isGroupUsed = (column: number) => relation.some((states) => isMember(states[column] ?? 'empty'))
  return {
    rows: matchingIndexes(users, search.filterUser, search.onlyUsedUsers ? isUserUsed : undefined),
    columns: matchingIndexes(groups, search.filterGroups, search.onlyUsedGroups ? isGroupUsed : undefined),
  }
}

function matchingIndexes(
  named: readonly { name: string }[],
  filter: string,
  isUsed?: (at: number) => boolean,
) {
  const matches = matcher(filter)
  return named.flatMap(({ name }, at) =>
    (filter === '' || matches(foldForSearch(name))) && (isUsed?.(at) ?? true) ? [at] : [],
  )
}
