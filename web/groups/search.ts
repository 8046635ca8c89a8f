import { type ListSearch, listSearch } from '#web/search.ts'

/** What the list of groups can be asked by its address. */
export type GroupsSearch = ListSearch

export const groupsSearch = (search: Record<string, unknown>): GroupsSearch =>
  listSearch(search, '+name', ['name'])
