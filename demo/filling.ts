// A database is filled in several transactions, and a start may be interrupted between them. The company's row tells
// how far it has come: it is written before anybody is there, and has its first steps put away together with the last
// that is filled in. Whoever tries the demo has them behind them.
import { sql } from 'kysely'
import { setCompany } from '#server/company/store.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { hasUsers } from '#server/users/store.ts'

export async function beginFilling(kontor: Kontor) {
  if (await hasUsers(kontor.db)) return
  await inTransaction(kontor, (tx) => setCompany(tx, { steps_put_away: false }))
}

const unfinished = sql`select from company where not steps_put_away`

/** Begun by a demo and not finished; not where somebody has signed in: whatever they did there stays as it is. */
export async function isToFill(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (${unfinished})
    and not exists (select from users where last_login_at is not null) as is`.execute(db)
  return rows[0]?.is === true
}

/** Another server that fills the same database is waited for; false if it has finished. */
export async function lockUnfinishedForUpdate(tx: Tx): Promise<boolean> {
  const { rows } = await sql`${unfinished} for update`.execute(tx)
  return rows.length > 0
}

export const finish = (tx: Tx) => setCompany(tx, { steps_put_away: true })
