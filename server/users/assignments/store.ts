import { sql } from 'kysely'
import {
  type AssignmentCell,
  applyCellAction,
  assignmentCells,
  type CellAction,
} from '#contract/words/cell.ts'
import { isMemberCondition, isShownCondition } from '#server/chat/store.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { nameOrder, spokenNameColumn } from '#server/db/people.ts'
import { germanOrder } from '#server/lists/list-store.ts'

export function listAssignableUsers(db: Database) {
  return db
    .selectFrom('users')
    .where('is_active', '=', true)
    .select([
      'id',
      sql<string>`case when sorted_name = username then username else sorted_name || ' (' || username || ')' end`.as(
        'name',
      ),
    ])
    .orderBy(nameOrder('users'))
    .orderBy(germanOrder('username'))
    .orderBy('id')
    .execute()
}

/** Each group with its non-empty cells. */
export async function listGroupsWithCells(db: Database) {
  type OneCell = [user_id: number, imported: boolean, override: AssignmentCell['override']]
  const { rows } = await sql<{ id: number; name: string; cells: OneCell[] }>`
    select groups.id, groups.name, coalesce(cells, '[]') as cells
    from groups left join (
      select group_id, json_agg(json_build_array(user_id, imported, override)) as cells
      from memberships group by group_id) stored on stored.group_id = groups.id
    order by ${germanOrder('groups.name')}, groups.id`.execute(db)
  return rows
}

const cellColumns = [
  'memberships.imported',
  'memberships.override',
  'memberships.changed_at',
  'groups.issuer',
  'users.username as changed_by',
  sql<string | null>`case when users.id is not null then ${spokenNameColumn('users')} end`.as(
    'changed_by_display_name',
  ),
] as const

export function findCell(db: Database, userId: number, groupId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .leftJoin('users', 'users.id', 'memberships.changed_by')
    .where('memberships.user_id', '=', userId)
    .where('memberships.group_id', '=', groupId)
    .select(cellColumns)
    .executeTakeFirst()
}

/** Groups that the planner has imported the user into, or that have an override for the user: granted or revoked. */
export const listCellsOf = (db: Database, userId: number) =>
  db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .leftJoin('users', 'users.id', 'memberships.changed_by')
    .where('memberships.user_id', '=', userId)
    .where((where) => where.or([where('imported', '=', true), where('override', '<>', 'none')]))
    .select(['groups.id', 'groups.name', ...cellColumns])
    .orderBy(germanOrder('groups.name'))
    .orderBy('groups.id')
    .execute()

/** Groups of both people with an enabled chat. */
export const listChatsInCommon = (db: Database, one: number, other: number) =>
  db
    .selectFrom('groups')
    .leftJoin('chat_rooms', (join) =>
      join.on('chat_rooms.kind', '=', 'groups').onRef('chat_rooms.id', '=', 'groups.id'),
    )
    .where(isShownCondition)
    .where(isMemberCondition(sql`${one}`))
    .where(isMemberCondition(sql`${other}`))
    .select(['groups.id', 'groups.name'])
    .orderBy(germanOrder('groups.name'))
    .orderBy('groups.id')
    .execute()

/** Current overrides of these pairs, locked until the commit. */
export const lockOverridesForUpdate = (tx: Tx, userIds: number[], groupIds: number[]) =>
  tx
    .selectFrom('memberships')
    .where('user_id', '=', sql<number>`any(${userIds}::int[])`)
    .where('group_id', '=', sql<number>`any(${groupIds}::int[])`)
    .select(['user_id', 'group_id', 'override'])
    .orderBy('user_id')
    .orderBy('group_id')
    .forUpdate()
    .execute()

/** A changed pair and its former override. */
export type FormerOverride = { user_id: number; group_id: number; override: AssignmentCell['override'] }

/**
 * Restores former overrides of pairs that have not been changed since. Locks in the usual order. Returns the
 * user of each changed pair.
 */
export async function restoreOverrides(
  tx: Tx,
  { at, pairs, by }: { at: string; pairs: readonly FormerOverride[]; by: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    update memberships m set override = held.override, changed_by = ${by}, changed_at = now()
    from (select m.user_id, m.group_id, was.override
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as was (user_id int, group_id int, override text)
        join memberships m using (user_id, group_id)
      where m.changed_by = ${by} and m.changed_at = ${at}::timestamptz
      order by m.user_id, m.group_id for update of m) held
    where m.user_id = held.user_id and m.group_id = held.group_id
    returning m.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Applies the action to all pairs in one statement, so that no sync can interfere. Returns the changed pairs
 * and the time.
 */
export async function setOverrides(
  tx: Tx,
  {
    userIds,
    groupIds,
    action,
    by,
  }: { userIds: number[]; groupIds: number[]; action: CellAction; by: number },
): Promise<ChangedCell[]> {
  const next = overrideAfter(action)
  const { rows } =
    action === 'grant'
      ? await sql<ChangedCell>`
          insert into memberships as m (user_id, group_id, override, changed_by, changed_at)
          select users.id, groups.id, ${applyCellAction(emptyCell, action).override}, ${by}::int, now()
          from users cross join groups
          where users.id = any(${userIds}) and groups.id = any(${groupIds})
          order by users.id, groups.id
          on conflict (user_id, group_id) do update
            set override = ${next}, changed_by = ${by}, changed_at = now()
            where m.override <> ${next}
          returning m.user_id, m.group_id, m.changed_at::text as at`.execute(tx)
      : // A pair without a row has no membership to take away.
        await sql<ChangedCell>`
          update memberships m
          set override = ${next}, changed_by = ${by}, changed_at = now()
          from (select m.user_id, m.group_id from memberships m
            where m.user_id = any(${userIds}) and m.group_id = any(${groupIds})
            order by m.user_id, m.group_id for update) held
          where m.user_id = held.user_id and m.group_id = held.group_id and m.override <> ${next}
          returning m.user_id, m.group_id, m.changed_at::text as at`.execute(tx)
  return rows
}

type ChangedCell = { user_id: number; group_id: number; at: string }

/** State of a pair that has no row. */
const emptyCell: AssignmentCell = { imported: false, override: 'none' }

/** SQL for the override of row `m` after an action. */
function overrideAfter(action: CellAction) {
  const whens = assignmentCells.map(
    (cell) => sql`when m.imported = ${sql.lit(cell.imported)} and m.override = ${sql.lit(cell.override)}
      then ${sql.lit(applyCellAction(cell, action).override)}`,
  )
  return sql<AssignmentCell['override']>`case ${sql.join(whens, sql` `)} end`
}

export async function doAllExist(tx: Tx, userIds: number[], groupIds: number[]): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select
    (select count(*) from users where id = any(${userIds}::int[])) = ${new Set(userIds).size}
    and (select count(*) from groups where id = any(${groupIds}::int[])) = ${new Set(groupIds).size} as known`.execute(
    tx,
  )
  return rows[0]?.known ?? false
}
