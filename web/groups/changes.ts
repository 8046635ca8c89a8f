// What changes a group, and the page of them that is shown. The addresses need none of it: it comes with the screens.
import { queryOptions } from '@tanstack/react-query'
import { ask, Failed } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { found } from './found.ts'
import { customGroupsQuery } from './queries.ts'
import type { GroupsSearch } from './search.ts'

/** The page of them that the address asks for; all of them are here anyway. */
export const groupsPageQuery = (search: GroupsSearch) =>
  queryOptions({ ...customGroupsQuery, select: (all) => ({ ...found(all, search), count: all.length }) })

/** Groups stand with their users too: in the matrix, and with the one who is signed in. */
async function groupsChanged() {
  await Promise.all(
    ['groups', 'users'].map((domain) => queryClient.invalidateQueries({ queryKey: [domain] })),
  )
}

/** An address swallows such a name before the server could refuse it. */
function refuseDots(name: string, parameter: 'groupname' | 'newname') {
  if (!/^\.+$/.test(name)) return
  const sentence = 'Eine Gruppe kann nicht nur aus Punkten bestehen.'
  throw new Failed(422, sentence, [{ loc: ['path', parameter], msg: sentence, type: 'pattern' }])
}

export async function createGroup(groupname: string) {
  refuseDots(groupname, 'groupname')
  await ask('PUT', '/groups/custom/{groupname}/', { params: { groupname } })
  await groupsChanged()
}

export async function renameGroup(groupname: string, newname: string) {
  refuseDots(newname, 'newname')
  await ask('PATCH', '/groups/custom/{groupname}/rename/{newname}/', { params: { groupname, newname } })
  await groupsChanged()
}

export const effectsOfRemoval = (groupname: string) =>
  ask('GET', '/groups/custom/{groupname}/effects/', { params: { groupname } })

export async function removeGroup(groupname: string) {
  await ask('DELETE', '/groups/custom/{groupname}/', { params: { groupname } })
  await groupsChanged()
}
