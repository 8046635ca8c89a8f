// Mutations of groups, and the query of the list's page. A separate file that loads with the screens, since the
// routes do not need it.
import { queryOptions } from '@tanstack/react-query'
import { ask, CallError } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { pageOfNames } from './page-of-names.ts'
import { customGroupsQuery } from './queries.ts'
import type { GroupsSearch } from './search.ts'

/** Paged in the browser, since all groups are loaded anyway. */
export const groupsPageQuery = (search: GroupsSearch) =>
  queryOptions({
    ...customGroupsQuery,
    select: (all) => ({ ...pageOfNames(all, search), count: all.length }),
  })

/** Also invalidates `users`: the matrix and the current user contain names of groups. */
async function invalidateGroups() {
  await Promise.all(
    ['groups', 'users'].map((domain) => queryClient.invalidateQueries({ queryKey: [domain] })),
  )
}

/** Refuses names of dots only: `.` and `..` would disappear from the path of the URL. */
function refuseDots(name: string, parameter: 'groupname' | 'newname') {
  if (!/^\.+$/.test(name)) return
  const sentence = 'Eine Gruppe kann nicht nur aus Punkten bestehen.'
  throw new CallError(422, sentence, [{ loc: ['path', parameter], msg: sentence, type: 'pattern' }])
}

export async function createGroup(groupname: string) {
  refuseDots(groupname, 'groupname')
  await ask('PUT', '/groups/custom/{groupname}/', { params: { groupname } })
  await invalidateGroups()
}

export async function renameGroup(groupname: string, newname: string) {
  refuseDots(newname, 'newname')
  await ask('PATCH', '/groups/custom/{groupname}/rename/{newname}/', { params: { groupname, newname } })
  await invalidateGroups()
}

export const fetchRemovalEffects = (groupname: string) =>
  ask('GET', '/groups/custom/{groupname}/effects/', { params: { groupname } })

export async function removeGroup(groupname: string) {
  await ask('DELETE', '/groups/custom/{groupname}/', { params: { groupname } })
  await invalidateGroups()
}
