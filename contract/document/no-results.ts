export type ResultsQuery = { filter: string; fill_status: string }

/** Sentences for a table of results without rows; the same on the screen, in PDF and in Excel. */
export const noResultsSentences = {
  noFields: 'Dieser Prozess hat keine Felder.',
  notFound: 'Niemand gefunden',
  allFilled: 'Alle haben angefangen.',
  noneFilled: 'Noch hat niemand angefangen.',
}
export type NoResults = keyof typeof noResultsSentences

export function whyNoResults(hasFields: boolean, { filter, fill_status }: ResultsQuery): NoResults {
  if (!hasFields) return 'noFields'
  if (filter.trim() !== '') return 'notFound'
  return fill_status === 'empty' ? 'allFilled' : 'noneFilled'
}
