import { type ListSearch, listSearch } from '#web/search.ts'

export type GroupsSearch = ListSearch

export const groupsSearch = (search: Record<string, unknown>): GroupsSearch =>
  listSearch(search, '+name', ['name'])
