import { sql } from 'kysely'
import type { FirstStep } from '#contract/words/first-steps.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** Undefined until something is set. */
export const findCompany = (db: Database) =>
  db.selectFrom('company').select(['name', 'logo', 'logo_type']).executeTakeFirst()

type CompanyValues = {
  name?: string | null
  logo?: Buffer | null
  logo_type?: string | null
  steps_put_away?: boolean
}

/** Absent fields stay unchanged. */
export async function setCompany(tx: Tx, said: CompanyValues) {
  await tx
    .insertInto('company')
    .values(said)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(said))
    .execute()
}

type FirstStepsState = Record<Exclude<FirstStep, 'company'>, boolean> & { put_away: boolean }

/** Setup progress: some steps concern the whole installation, others only this administrator. */
export async function readFirstStepsState(db: Database, userId: number): Promise<FirstStepsState> {
  const others = sql`users.id <> ${userId} and users.is_active`
  const { rows } = await sql<FirstStepsState>`select
    coalesce((select steps_put_away from company), false) as put_away,
    exists (select from users where id = ${userId} and not password_is_given) as password,
    exists (select from passkeys where user_id = ${userId})
      or exists (select from one_time_codes where user_id = ${userId} and on_since is not null) as second_factor,
    exists (select from users where ${others}) as people,
    exists (select from memberships join users on users.id = memberships.user_id
      where users.is_active and is_effective) as groups,
    exists (select from docs where status = 'Aktiv' and deleted_at is null) as process,
    exists (select from users where ${others} and (password_hash is not null
      or exists (select from access_links where access_links.user_id = users.id and kind = 'invitation'))) as invite,
    exists (select from push_subscriptions where user_id = ${userId}) as install`.execute(db)
  return rows[0] as FirstStepsState
}
