/** Why there are no results to delete. While somebody searches, others than those found may have filled in something. */
import type { DocResults } from '#contract/docs.ts'

type Known = Pick<DocResults, 'fields' | 'filled'>

export function whyNothingToReset({ fields, filled }: Known, search: { filter: string }): string | undefined {
  if (fields.length === 0) return 'Dieser Prozess hat keine Felder.'
  if (filled === 0 && search.filter === '') return 'Noch hat niemand etwas ausgefüllt.'
  return undefined
}
