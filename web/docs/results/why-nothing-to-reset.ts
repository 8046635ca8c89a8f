/**
 * Why there are no results to delete. What fields held that are gone is deleted too. While somebody searches, others than
 * those found may have filled in something.
 */
import type { DocResults } from '#contract/docs.ts'

type Known = Pick<DocResults, 'fields' | 'filled' | 'former'>

export function whyNothingToReset(
  { fields, filled, former }: Known,
  search: { filter: string },
): string | undefined {
  if (filled > 0 || former) return undefined
  if (fields.length === 0) return 'Dieser Prozess hat keine Felder.'
  if (search.filter === '') return 'Noch hat niemand etwas ausgefüllt.'
  return undefined
}
