import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { german } from '#server/db/list.ts'

export async function listGroupNames(
  db: Database,
  { customOnly }: { customOnly: boolean },
): Promise<string[]> {
  const rows = await db
    .selectFrom('groups')
    .$if(customOnly, (query) => query.where('planner_name', 'is', null))
    .select('name')
    .orderBy(german('name'))
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}

/** A name in other case finds the same group; one that is held keeps its name until the commit. */
export function findGroupByName(db: Database, name: string, { hold = false } = {}) {
  return db
    .selectFrom('groups')
    .where('name_key', '=', sql<string>`name_key(${name})`)
    .select(['id', 'name', sql<boolean>`planner_name is null`.as('is_custom')])
    .$if(hold, (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function insertGroup(tx: Tx, name: string): Promise<number | undefined> {
  const group = await tx
    .insertInto('groups')
    .values({ name })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return group?.id
}

export async function setGroupName(tx: Tx, id: number, name: string) {
  await tx.updateTable('groups').set({ name }).where('id', '=', id).execute()
}

export async function deleteGroup(tx: Tx, id: number) {
  await tx.deleteFrom('groups').where('id', '=', id).execute()
}

export async function listMemberIds(db: Database, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .where('group_id', '=', groupId)
    .where('is_effective', '=', true)
    .select('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
