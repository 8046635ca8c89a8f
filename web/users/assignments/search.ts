import { parseFilterText } from '#web/search.ts'

/** Search params of the matrix. */
export type AssignmentsSearch = {
  filterGroups: string
  filterUser: string
  onlyUsedGroups: boolean
  onlyUsedUsers: boolean
}

const parseFlag = (value: unknown) => value === true || value === 'true'

export const assignmentsSearch = (search: Record<string, unknown>): AssignmentsSearch => ({
  filterGroups: parseFilterText(search['filterGroups']),
  filterUser: parseFilterText(search['filterUser']),
  onlyUsedGroups: parseFlag(search['onlyUsedGroups']),
  onlyUsedUsers: parseFlag(search['onlyUsedUsers']),
})
