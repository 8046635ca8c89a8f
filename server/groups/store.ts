import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { germanOrder } from '#server/lists/list-store.ts'

export async function listGroupNames(
  db: Database,
  { customOnly }: { customOnly: boolean },
): Promise<string[]> {
  const rows = await db
    .selectFrom('groups')
    .$if(customOnly, (query) => query.where('planner_name', 'is', null).where('issuer', 'is', null))
    .select('name')
    .orderBy(germanOrder('name'))
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}

/** Case-insensitive. */
export const findGroupByName = (db: Database, name: string) => selectGroupByName(db, name).executeTakeFirst()

/** Locks the row of the group until the commit, so that two changes of a group run one after the other. */
export const lockGroupForUpdate = (tx: Tx, name: string) =>
  selectGroupByName(tx, name).forUpdate().executeTakeFirst()

const selectGroupByName = (db: Database, name: string) =>
  db
    .selectFrom('groups')
    .where('id', '=', sql<number>`group_named(${name})`)
    // Compared again, since the group may have been renamed while this query waited for the lock.
    .where('name_folded', '=', sql<string>`fold_case(${name})`)
    .select([
      'id',
      'name',
      sql<boolean>`planner_name is null and issuer is null`.as('is_custom'),
      sql<boolean>`issuer is not null`.as('is_provided'),
    ])

export async function insertGroup(tx: Tx, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into groups (name) select ${name}::text where group_named(${name}) is null
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

export async function setGroupName(tx: Tx, id: number, name: string) {
  await sql`update groups set name = ${name}, collides = collides and name_folded = fold_case(${name})
    where id = ${id}`.execute(tx)
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
