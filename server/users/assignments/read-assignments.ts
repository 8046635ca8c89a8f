import type { Assignment, Assignments } from '#contract/assignments.ts'
import { type CellState, cellStateOf } from '#contract/words/cell.ts'
import type { Caller } from '#server/caller.ts'
import type { Config } from '#server/config.ts'
import { inSnapshot } from '#server/db/connect.ts'
import { findGroupByName } from '#server/groups/store.ts'
import { refuse } from '#server/http/errors.ts'
import type { Serialisable } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { providerName } from '#server/provider-settings.ts'
import { getUser } from '../store.ts'
import {
  findCell,
  listAssignableUsers,
  listCellsOf,
  listChatsInCommon,
  listGroupsWithCells,
} from './store.ts'

/** All active users by all groups. 2,000 users by 100 groups are 2 MB, so open screens poll with an ETag. */
export const readAssignments = ({ db }: Kontor): Promise<Assignments> =>
  inSnapshot(db, async (tx) => matrixOf(await listAssignableUsers(tx), await listGroupsWithCells(tx)))

type AssignableUsers = Awaited<ReturnType<typeof listAssignableUsers>>
type GroupsWithCells = Awaited<ReturnType<typeof listGroupsWithCells>>

function matrixOf(users: AssignableUsers, groups: GroupsWithCells): Assignments {
  const row = new Map(users.map(({ id }, at) => [id, at]))
  const relation = users.map(() => groups.map((): CellState => 'empty'))
  for (const [column, { cells }] of groups.entries())
    for (const [user_id, imported, override] of cells) {
      const states = relation[row.get(user_id) ?? -1]
      if (states) states[column] = cellStateOf({ imported, override })
    }
  return { groups: groups.map(({ id, name }) => ({ id, name })), users, relation }
}

/** One cell of the matrix: where its state comes from, who changed it and when. */
export async function readAssignment(
  { db, config }: Kontor,
  userId: number,
  groupname: string,
): Promise<Serialisable<Assignment>> {
  const group = await findGroupByName(db, groupname.trim())
  if (!group) throw refuse('not_found')
  await getUser(db, userId)
  const cell = await findCell(db, userId, group.id)
  if (!cell)
    return {
      state: 'empty',
      in_planner: false,
      provider: null,
      changed_by: null,
      changed_by_display_name: null,
      changed_at: null,
    }
  return toAssignment(config, cell)
}

/** A user's memberships, and the chats they share with the caller. */
export async function readGroupsOf({ db, config }: Kontor, by: Caller, userId: number) {
  await getUser(db, userId)
  const [cells, chats] = await Promise.all([listCellsOf(db, userId), listChatsInCommon(db, by.id, userId)])
  return {
    groups: cells.map(({ id, name, ...cell }) => ({ id, name, ...toAssignment(config, cell) })),
    chats,
  }
}

const toAssignment = (config: Config, cell: StoredCell): Serialisable<Assignment> => ({
  state: cellStateOf(cell),
  in_planner: cell.imported && cell.issuer === null,
  provider: cell.issuer === null ? null : providerName(config, cell.issuer),
  changed_by: cell.changed_by,
  changed_by_display_name: cell.changed_by_display_name,
  changed_at: cell.changed_at,
})

type StoredCell = NonNullable<Awaited<ReturnType<typeof findCell>>>
