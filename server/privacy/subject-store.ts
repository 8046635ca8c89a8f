import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import { notFound } from '#server/http/errors.ts'
import { findOwnTimes, isOwnTime, isUnderOtherName, type OwnTimes } from './own-times-store.ts'

/** The person concerned, with everything that identifies their data. */
export type DataSubject = Awaited<ReturnType<typeof getUserRow>> & {
  times: OwnTimes
  /** Condition over `time_entries`: the entry certainly belongs to the person. */
  isOwn: RawBuilder<boolean>
  /** Condition over `time_entries`: the person's number under another name, so it is unknown whose entry it is. */
  isUnderOtherName: RawBuilder<boolean>
  /** Present and former usernames, folded. */
  accounts: string[]
}

const getUserRow = (db: Database, id: number) =>
  db
    .selectFrom('users')
    .where('id', '=', id)
    .select([
      'id',
      'username',
      'username_folded',
      spokenNameColumn('users').as('display_name'),
      'is_admin',
      'is_active',
      sql<boolean>`blocked_at is not null`.as('is_blocked'),
      'persplan_id',
      'persplan_vorname',
      'persplan_nachname',
      'anonymised_at',
    ])
    .executeTakeFirstOrThrow(notFound)

export async function getSubject(db: Database, id: number): Promise<DataSubject> {
  const user = await getUserRow(db, id)
  const times = await findOwnTimes(db, user)
  return {
    ...user,
    times,
    isOwn: isOwnTime(user, times),
    isUnderOtherName: isUnderOtherName(user, times),
    accounts: await listUsernames(db, user),
  }
}

/**
 * Usernames that the person has or had. A former name that somebody else uses now is left out: it identifies
 * that person.
 */
async function listUsernames(
  db: Database,
  { id, username_folded }: { id: number; username_folded: string },
): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    select distinct fold_case(subject->>'from') as account from audit
    where ${isAbout(id)} and action = 'user.rename' and user_named(subject->>'from') is null`.execute(db)
  return [username_folded, ...rows.map(({ account }) => account)]
}

/** Audit rows about a person, whoever acted. */
export const isAbout = (id: number) => sql<boolean>`audit.objects @> array[${`user ${id}`}]`
