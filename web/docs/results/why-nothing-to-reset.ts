// Says why there are no results to delete. Answers to fields that are gone are deleted too. While somebody searches,
// people who are not shown may have filled in something.

import { noResults } from '#contract/document/no-results.ts'
import type { DocResults } from '#contract/results.ts'

type Known = Pick<DocResults, 'fields' | 'filled' | 'former'>

export function whyNothingToReset(
  { fields, filled, former }: Known,
  search: { filter: string },
): string | undefined {
  if (filled > 0 || former) return undefined
  if (fields.length === 0) return noResults.noFields
  if (search.filter === '') return noResults.noneFilled
  return undefined
}
