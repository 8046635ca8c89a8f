// The server's matrix with pending toggles applied.

import { queryOptions } from '@tanstack/react-query'
import type { Assignments } from '#contract/assignments.ts'
import { type CellState, cellStateAfter, clickActionOf, isMember } from '#contract/words/cell.ts'
import { ask } from '#web/api.ts'
import { guardWindow } from '#web/outbox/leaving.ts'
import { pollEvery } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { cellStateWords, withChangedCells } from './cells.ts'
import { createToggles } from './toggles.ts'

export type MatrixHead = Assignments['users'][number]
export type MatrixCell = { user: MatrixHead; group: MatrixHead }

export const assignmentsQuery = queryOptions({
  queryKey: ['users', 'groups'],
  queryFn: async ({ signal }) => {
    // An answer that is older than a toggle would revert the toggle on the screen, so the matrix is fetched again.
    for (;;) {
      await pendingToggles.settled()
      const version = pendingToggles.version()
      const answer = await ask('GET', '/users/groups/', { signal })
      if (pendingToggles.version() === version) return answer
    }
  },
  refetchInterval: pollEvery(5_000),
})
const { queryKey } = assignmentsQuery

/** Origin, author and time of a cell. */
export const cellQuery = ({ user, group }: MatrixCell) =>
  queryOptions({
    queryKey: ['users', user.id, 'groups', group.name],
    queryFn: ({ signal }) =>
      ask('GET', '/users/{user_id}/groups/{groupname}/', {
        params: { user_id: user.id, groupname: group.name },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  })

/** `say` tells screen readers the new state, and the former one if the server refuses. */
type ToggledCell = MatrixCell & { say: (sentence: string) => void }

const pendingToggles = createToggles<ToggledCell, CellState>({
  keyOf: ({ user, group }) => `${user.id} ${group.id}`,
  send: ({ user, group }, wanted) =>
    guardWindow(
      ask(isMember(wanted) ? 'PUT' : 'DELETE', '/users/{user_id}/groups/{groupname}/', {
        params: { user_id: user.id, groupname: group.name },
      }),
    ),
  show: ({ user, group }, state) =>
    updateMatrix((matrix) => withChangedCells(matrix, new Set([user.id]), new Set([group.id]), () => state)),
  failed: (cell, error) => {
    toastFailure(error)
    announceState(cell)
    // The restored state on the screen may differ from that of the server.
    void queryClient.invalidateQueries({ queryKey, exact: true })
  },
})

const announceState = (cell: ToggledCell) =>
  cell.say(`${cell.user.name} – ${cell.group.name}: ${cellStateWords[getCachedState(cell) ?? 'empty']}`)

export function toggleCell(cell: ToggledCell): boolean {
  const from = getCachedState(cell)
  if (!from) return false
  pendingToggles.toggle(cell, from, cellStateAfter(from, clickActionOf(from)))
  announceState(cell)
  return true
}

/** The state in the cache, which may not be rendered yet. */
function getCachedState({ user, group }: MatrixCell): CellState | undefined {
  const matrix = queryClient.getQueryData(queryKey)
  const row = matrix?.users.findIndex(({ id }) => id === user.id) ?? -1
  const column = matrix?.groups.findIndex(({ id }) => id === group.id) ?? -1
  return matrix?.relation[row]?.[column]
}

/** Grants or removes every pair of these users and groups in one call. The server changes all or none. */
export async function assignAll(
  users: readonly MatrixHead[],
  groups: readonly MatrixHead[],
  granted: boolean,
) {
  await pendingToggles.settled()
  const [user_ids, group_ids] = [users.map(({ id }) => id), groups.map(({ id }) => id)]
  const acted = await ask('PATCH', '/users/groups/', { body: { user_ids, group_ids, granted } })
  updateMatrix((matrix) =>
    withChangedCells(matrix, new Set(user_ids), new Set(group_ids), (state) =>
      cellStateAfter(state, granted ? 'grant' : 'remove'),
    ),
  )
  void queryClient.invalidateQueries({ queryKey, exact: true })
  return acted
}

const updateMatrix = (change: (matrix: Assignments) => Assignments) =>
  queryClient.setQueryData(queryKey, (matrix) => matrix && change(matrix))
