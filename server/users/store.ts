import { sql } from 'kysely'
import type { ListQuery } from '#contract/shapes.ts'
import type { Invitation } from '#contract/users.ts'
import type { userFilters } from '#contract/words/users.ts'
import { exists } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { endMailedLinksCte, mailAddressColumn } from '#server/db/mailed-links.ts'
import { sortedNameColumn, spokenNameColumn } from '#server/db/people.ts'
import { withoutAccessCondition } from '#server/db/without-access.ts'
import { notFound } from '#server/http/errors.ts'
import { countRows, fetchPage, germanOrder, matching } from '#server/lists/list-store.ts'
import type { PersonName } from './read-person-name.ts'

const order = {
  username: germanOrder('username'),
  persplan_vorname: germanOrder('persplan_vorname'),
  /** People with the same last name are ordered by first name. */
  persplan_nachname: sql`(persplan_nachname || e'\\t' || coalesce(persplan_vorname, '')) collate "de-x-icu"`,
  /** Sorted as the list shows it: their own address first. */
  persplan_email: sql`${mailAddressColumn} collate "de-x-icu"`,
  persplan_telefon: germanOrder('persplan_telefon'),
  is_admin: sql`is_admin`,
}

const listColumns = [
  'id',
  'username',
  sortedNameColumn('users').as('display_name'),
  'persplan_id',
  'persplan_vorname',
  'persplan_nachname',
  'persplan_email',
  'persplan_telefon',
  'email',
  'is_admin',
  'is_active',
  sql<boolean>`password_hash is not null`.as('has_password'),
  sql<Date | null>`greatest(last_login_at, (select max(seen_at) from sessions where user_id = users.id))`.as(
    'last_seen_at',
  ),
  sql<Invitation | null>`(select jsonb_build_object('made_at', made_at, 'expires_at', expires_at,
    'is_over', coalesce(expires_at < now(), false), 'mail', mail, 'problem', problem)
    from access_links where user_id = users.id and kind = 'invitation')`.as('invitation'),
  sql<boolean>`anonymised_at is not null`.as('is_anonymised'),
  sql<boolean>`blocked_at is not null`.as('is_blocked'),
  sql<string[]>`array(select name from groups join memberships on group_id = groups.id
    where user_id = users.id and is_effective order by name collate "de-x-icu")`.as('groups'),
] as const

/** Values of the filter and their conditions; empty and 'Alle' mean no filter. */
const statusConditions = {
  Admin: sql<boolean>`is_admin`,
  Benutzer: sql<boolean>`not is_admin`,
  Lokal: sql<boolean>`persplan_id is null`,
  Planer: sql<boolean>`persplan_id is not null`,
  'Ohne Zugang': sql<boolean>`is_active and ${withoutAccessCondition}`,
  Eingeladen: sql<boolean>`is_active and exists (
    select from access_links where user_id = users.id and kind = 'invitation')`,
  'Nie angemeldet': sql<boolean>`is_active and last_login_at is null
    and not exists (select from sessions where user_id = users.id)`,
  Deaktiviert: sql<boolean>`not is_active`,
  Gesperrt: sql<boolean>`blocked_at is not null`,
} satisfies Record<(typeof userFilters)[number], unknown>
export type UserStatus = keyof typeof statusConditions
/** `is_active` can be combined with any status. */
export type UserQuery = ListQuery & { is_active?: boolean }

export function listUsers(
  db: Database,
  { filter, is_active, ...page }: UserQuery,
  status: UserStatus | undefined,
) {
  const query = db
    .selectFrom('users')
    .where(matching(filter, sql`list_search`))
    .$if(status !== undefined, (query) => query.where(statusConditions[status as UserStatus]))
    .$if(is_active !== undefined, (query) => query.where('is_active', '=', is_active as boolean))
    .select([...listColumns, activeAdminCount.as('admins')])
  return fetchPage(query, page, { order, id: 'id', first: '+username' })
}

const activeAdminCount = sql<number>`(select count(*) from users admins where admins.is_admin and admins.is_active)`

export function getUser(db: Database, id: number) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .select([...listColumns, 'persplan_barcode', 'persplan_username'])
    .executeTakeFirstOrThrow(notFound)
}

export const countActiveAdmins = (db: Database) =>
  countRows(db.selectFrom('users').where('is_admin', '=', true).where('is_active', '=', true))

type NewUser = PersonName & { username: string; email: string | null }

/** Undefined if the username is taken. */
export async function insertUser(
  tx: Tx,
  { username, email, persplan_vorname, persplan_nachname }: NewUser,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into users (username, email, persplan_vorname, persplan_nachname)
    select ${username}::text, ${email}::text, ${persplan_vorname}::text, ${persplan_nachname}::text
    where user_named(${username}) is null
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

export async function setUsername(tx: Tx, id: number, username: string) {
  await sql`update users set username = ${username}, collides = collides and username_folded = fold_case(${username})
    where id = ${id}`.execute(tx)
}

export async function setPersonName(tx: Tx, id: number, name: PersonName) {
  await tx.updateTable('users').set(name).where('id', '=', id).execute()
}

export async function setEmail(tx: Tx, id: number, email: string | null) {
  await sql`
    with given as (select ${id}::int as id, ${email}::text as email),
      ended as (${endMailedLinksCte(sql`users.id = given.id`, sql`coalesce(given.email, users.persplan_email)`)})
    update users set email = given.email from given where users.id = given.id`.execute(tx)
}

export async function setIsAdmin(tx: Tx, id: number, is_admin: boolean) {
  await tx.updateTable('users').set({ is_admin }).where('id', '=', id).execute()
}

export const lockUsersForUpdate = (tx: Tx, ids: number[]) =>
  tx
    .selectFrom('users')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .select([
      'id',
      'is_active',
      'anonymised_at',
      sql<boolean>`persplan_id is not null`.as('is_planned'),
      sql<boolean>`blocked_at is not null`.as('is_blocked'),
    ])
    .orderBy('id')
    .forUpdate()
    .execute()

export async function activateUsers(tx: Tx, ids: number[]) {
  await tx
    .updateTable('users')
    .set({ is_active: true, blocked_at: null })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
}

/** Blocks only people from the planner, so that no sync reactivates them. */
export async function blockPlannedUsers(tx: Tx, ids: number[]) {
  await tx
    .updateTable('users')
    .set({ blocked_at: sql<Date>`now()` })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('persplan_id', 'is not', null)
    .execute()
}

export async function deleteUser(tx: Tx, id: number) {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}

export function listGroupsOf(db: Database, userId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .where('memberships.user_id', '=', userId)
    .where('memberships.is_effective', '=', true)
    .select(['groups.id', 'groups.name'])
    .orderBy(germanOrder('groups.name'))
    .orderBy('groups.id')
    .execute()
}

export const hasUsers = (db: Database) => exists(db.selectFrom('users'))

/** If several servers start at once, one creates the account. */
export async function insertFirstAdmin(
  tx: Tx,
  first: { username: string; password_hash: string; password_is_given: boolean },
): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first administrator', 0))`.execute(tx)
  if (await hasUsers(tx)) return undefined
  const { id } = await tx
    .insertInto('users')
    .values({ ...first, is_admin: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes the account unless it has a session; returns its id. */
export async function deleteUnusedUser(tx: Tx, username: string): Promise<number | undefined> {
  const gone = await tx
    .deleteFrom('users')
    .where('username', '=', username)
    .where('id', 'not in', (query) => query.selectFrom('sessions').select('user_id'))
    .returning('id')
    .executeTakeFirst()
  return gone?.id
}

/** A person's own address, else the planner's; undefined if inactive. */
export function findMailAddress(db: Database, id: number) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .select([mailAddressColumn.as('address'), spokenNameColumn('users').as('display_name')])
    .executeTakeFirst()
}
