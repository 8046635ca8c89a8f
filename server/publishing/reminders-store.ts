// Whom a reminder reaches: once a day, in a chat of two, and by mail.
import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenName } from '#server/db/people.ts'
import { peopleOf } from './people-store.ts'

/** Those of them who have not been reminded of it on this day; of two who remind at once one gets each person. */
export async function noteReminded(
  tx: Tx,
  docId: number,
  userIds: readonly number[],
  day: string,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into doc_reminders (doc_id, user_id, day)
    select ${docId}, user_id, ${day}::date from unnest(${userIds}::int[]) as user_id order by user_id
    on conflict (doc_id, user_id) do update set day = excluded.day, reminded_at = now()
      where doc_reminders.day < excluded.day
    returning user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Those of them whom a mail can reach: their own address before the planner's. */
export async function listAddressed(
  db: Database,
  userIds: readonly number[],
): Promise<{ id: number; address: string }[]> {
  const { rows } = await sql<{ id: number; address: string }>`
    select id, coalesce(email, persplan_email) as address from users
    where id = any(${userIds}::int[]) and coalesce(email, persplan_email) is not null order by id`.execute(db)
  return rows
}

type RemindedNow = {
  doc: string
  due_on: string | null
  address: string | null
  display_name: string
}

/** What a mail says; none where they have finished meanwhile, or are not asked any more. */
export async function findReminded(
  db: Database,
  docId: number,
  userId: number,
): Promise<RemindedNow | undefined> {
  const doc = await db
    .selectFrom('docs')
    .where('id', '=', docId)
    .where('status', '=', 'Aktiv')
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'due_on', 'public'])
    .executeTakeFirst()
  if (!doc) return undefined
  const person = await db
    .selectFrom(peopleOf(doc))
    .innerJoin('users', 'users.id', 'people.user_id')
    .where('people.user_id', '=', userId)
    .where('people.has_access', '=', true)
    .where('people.state', '<>', 'finished')
    .select([
      sql<string | null>`coalesce(users.email, users.persplan_email)`.as('address'),
      spokenName('users').as('display_name'),
    ])
    .executeTakeFirst()
  return person && { ...person, doc: doc.name, due_on: doc.due_on }
}
