// SQL of the user sync: whole sets, one statement per kind of change.
import { sql } from 'kysely'
import { exists } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { endMailedLinksCte } from '#server/db/mailed-links.ts'
import { withoutAccessCondition } from '#server/db/without-access.ts'
import type { PlannedUser } from '#server/planner/port.ts'
import { inBatches } from '#server/planner/sync.ts'
import type { Diff, ExistingUser } from './diff.ts'

export async function listExistingUsers(db: Database): Promise<ExistingUser[]> {
  return db
    .selectFrom('users')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').on('memberships.imported', '=', true),
    )
    .leftJoin('groups', 'groups.id', 'memberships.group_id')
    .where('users.persplan_id', 'is not', null)
    .select([
      'users.id',
      'users.username',
      'users.is_active',
      'users.is_admin',
      sql<boolean>`users.blocked_at is not null`.as('is_blocked'),
      sql<string>`users.persplan_id`.as('persplan_id'),
      'users.persplan_barcode',
      'users.persplan_username',
      'users.persplan_nachname',
      'users.persplan_vorname',
      'users.persplan_email',
      'users.persplan_telefon',
      sql<
        string[]
      >`coalesce(array_agg(groups.planner_name) filter (where groups.planner_name is not null), '{}')`.as(
        'imported',
      ),
    ])
    .groupBy('users.id')
    .execute()
}

export async function listPlannerGroups(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('groups')
    .where('planner_name', 'is not', null)
    .select('planner_name')
    .execute()
  return rows.map(({ planner_name }) => planner_name as string)
}

/** True if an active administrator exists who is not from the planner. */
export const hasOwnAdmin = (db: Database) =>
  exists(
    db
      .selectFrom('users')
      .where('persplan_id', 'is', null)
      .where('is_admin', '=', true)
      .where('is_active', '=', true),
  )

/** Waits until no other sync of users runs on any node. Held until the commit. */
export async function lockSyncForUpdate(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('user sync', 0))`.execute(tx)
}

type Fields = Pick<PlannedUser, 'id' | 'barcode' | 'username' | 'nachname' | 'vorname' | 'email' | 'telefon'>
const fieldsOf = ({ id, barcode, username, nachname, vorname, email, telefon }: PlannedUser): Fields => ({
  id,
  barcode,
  username,
  nachname,
  vorname,
  email,
  telefon,
})
export const toJsonb = (rows: object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** New users get the planner's username, with a number if taken, and no password. */
export async function insertPlanned(tx: Tx, users: { planned: PlannedUser; username: string }[]) {
  for (const some of inBatches(users)) {
    const rows = some.map(({ planned, username }) => ({ ...fieldsOf(planned), name: username }))
    await sql`
      insert into users (username, persplan_id, persplan_barcode, persplan_username, persplan_nachname, persplan_vorname,
        persplan_email, persplan_telefon)
      select name, id, barcode, username, nachname, vorname, email, telefon
      from jsonb_to_recordset(${toJsonb(rows)})
        as t (name text, id text, barcode text, username text, nachname text, vorname text, email text, telefon text)`.execute(
      tx,
    )
  }
}

export async function updatePlanned(tx: Tx, users: PlannedUser[]) {
  for (const some of inBatches(users)) {
    await sql`
      with given as (select * from jsonb_to_recordset(${toJsonb(some.map(fieldsOf))})
          as t (id text, barcode text, username text, nachname text, vorname text, email text, telefon text)),
        ended as (${endMailedLinksCte(sql`users.persplan_id = given.id`, sql`coalesce(users.email, given.email)`)})
      update users set is_active = true, persplan_barcode = given.barcode, persplan_username = given.username,
        persplan_nachname = given.nachname, persplan_vorname = given.vorname, persplan_email = given.email,
        persplan_telefon = given.telefon
      from given where users.persplan_id = given.id`.execute(tx)
  }
}

/** Refuses login and ends sessions; content stays. */
export async function deactivateUsers(tx: Tx, ids: number[]) {
  if (ids.length === 0) return
  await tx.updateTable('users').set({ is_active: false }).where('id', '=', sql<number>`any(${ids})`).execute()
  await tx.deleteFrom('sessions').where('user_id', '=', sql<number>`any(${ids})`).execute()
}

export async function insertPlannerGroups(tx: Tx, groups: { planner_name: string; name: string }[]) {
  if (groups.length > 0) await tx.insertInto('groups').values(groups).execute()
}

export async function insertImportedMemberships(tx: Tx, joins: Omit<Diff['joins'][number], 'name'>[]) {
  for (const some of inBatches(joins)) {
    await sql`
      insert into memberships (user_id, group_id, imported)
      select users.id, groups.id, true
      from jsonb_to_recordset(${toJsonb(some)}) as t ("persplanId" text, "group" text)
        join users on users.persplan_id = t."persplanId" join groups on groups.planner_name = t."group"
      on conflict (user_id, group_id) do update set imported = true`.execute(tx)
  }
}

/** Clears the planner's assignment only; administrators' overrides stay. */
export async function clearImportedMemberships(tx: Tx, leaves: Omit<Diff['leaves'][number], 'name'>[]) {
  if (leaves.length === 0) return
  await sql`
    update memberships set imported = false
    from jsonb_to_recordset(${toJsonb(leaves)}) as t ("userId" int, "group" text)
      join groups on groups.planner_name = t."group"
    where memberships.user_id = t."userId" and memberships.group_id = groups.id`.execute(tx)
}

/** All usernames, in comparison form. */
export async function listTakenUsernames(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom('users').select('username_folded').execute()
  return new Set(rows.map(({ username_folded }) => username_folded))
}

export async function listTakenGroupNames(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom('groups').select('name_folded').execute()
  return new Set(rows.map(({ name_folded }) => name_folded))
}

/** Comparison form of names, computed by the database. */
export async function computeNameKeys(tx: Tx, names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; key: string }>`
    select name, fold_case(name) as key from unnest(${names}::text[]) as t (name)`.execute(tx)
  return new Map(rows.map(({ name, key }) => [name, key]))
}

export async function listIdsByPersplanId(tx: Tx, persplanIds: string[]): Promise<number[]> {
  if (persplanIds.length === 0) return []
  const rows = await tx
    .selectFrom('users')
    .where('persplan_id', '=', sql<string>`any(${persplanIds})`)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * People without access who were created by the last successful sync. `created_at` and `finished_at` are equal,
 * since both are the time of one transaction.
 */
export async function listNewlySyncedIds(db: Database, kind: string): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .where('persplan_id', 'is not', null)
    .where('is_active', '=', true)
    .where(withoutAccessCondition)
    .where('created_at', '=', (query) =>
      query
        .selectFrom('background_results')
        .where('kind', '=', kind)
        .where('result', 'is not', null)
        .where('outcome', '<>', 'failed')
        .select(sql<Date>`max(finished_at)`.as('at')),
    )
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
