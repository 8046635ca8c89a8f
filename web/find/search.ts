import { filterText } from '#web/search.ts'

export type FindSearch = { filter: string }

export const findSearch = (search: Record<string, unknown>): FindSearch => ({
  filter: filterText(search['filter']),
})
