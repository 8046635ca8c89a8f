import type { Assignment, Assignments } from '#contract/users.ts'
import { type CellState, stateOf } from '#contract/words/cell.ts'
import { findGroupByName } from '#server/groups/store.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { findUser } from '../store.ts'
import { findCell, listAssignableGroups, listAssignableUsers, listCells } from './store.ts'

/** All active users by all groups. */
export async function readAssignments({ db }: Kontor): Promise<Assignments> {
  const [users, groups, cells] = await Promise.all([
    listAssignableUsers(db),
    listAssignableGroups(db),
    listCells(db),
  ])
  const column = new Map(groups.map(({ id }, at) => [id, at]))
  const row = new Map(users.map(({ id }, at) => [id, at]))
  const relation = users.map(() => groups.map((): CellState => 'empty'))
  for (const { user_id, group_id, ...cell } of cells) {
    const states = relation[row.get(user_id) ?? -1]
    const at = column.get(group_id)
    if (states && at !== undefined) states[at] = stateOf(cell)
  }
  return { groups, users, relation }
}

/** One cell: where its state comes from, who set it and when. */
export async function readAssignment({ db }: Kontor, userId: number, groupname: string): Promise<Assignment> {
  const group = await findGroupByName(db, groupname.trim())
  if (!group || !(await findUser(db, userId))) throw refuse('not_found')
  const cell = await findCell(db, userId, group.id)
  if (!cell)
    return {
      state: 'empty',
      in_planner: false,
      changed_by: null,
      changed_by_display_name: null,
      changed_at: null,
    }
  return {
    state: stateOf(cell),
    in_planner: cell.imported,
    changed_by: cell.changed_by,
    changed_by_display_name: cell.changed_by_display_name,
    changed_at: cell.changed_at?.toISOString() ?? null,
  }
}
