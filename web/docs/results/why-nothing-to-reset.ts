// Reason why there are no results to delete. Answers to deleted fields count as results. With a search there is no
// reason, since people who are not listed may have answers.

import { noResultsSentences } from '#contract/document/no-results.ts'
import type { DocResults } from '#contract/results.ts'

type ResetCounts = Pick<DocResults, 'fields' | 'filled' | 'former'>

export function whyNothingToReset(
  { fields, filled, former }: ResetCounts,
  search: { filter: string },
): string | undefined {
  if (filled > 0 || former) return undefined
  if (fields.length === 0) return noResultsSentences.noFields
  if (search.filter === '') return noResultsSentences.noneFilled
  return undefined
}
