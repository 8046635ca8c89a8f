import { filterText } from '#web/search.ts'

/** Search params of the matrix. */
export type AssignmentsSearch = {
  filterGroups: string
  filterUser: string
  onlyUsedGroups: boolean
  onlyUsedUsers: boolean
}

const parseFlag = (value: unknown) => value === true || value === 'true'

export const assignmentsSearch = (search: Record<string, unknown>): AssignmentsSearch => ({
  filterGroups: filterText(search['filterGroups']),
  filterUser: filterText(search['filterUser']),
  onlyUsedGroups: parseFlag(search['onlyUsedGroups']),
  onlyUsedUsers: parseFlag(search['onlyUsedUsers']),
})
