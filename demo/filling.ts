// The demo is filled in several transactions, and may be interrupted between them. The row of the company
// marks the progress: the first transaction writes it, and the last one dismisses its setup steps. The
// dismissal also spares visitors of the demo these steps.
import { sql } from 'kysely'
import { setCompany } from '#server/company/store.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { hasUsers } from '#server/users/store.ts'

export async function markFillingBegun(kontor: Kontor) {
  if (await hasUsers(kontor.db)) return
  await inTransaction(kontor, (tx) => setCompany(tx, { steps_put_away: false }))
}

const unfinishedCompanyQuery = sql`select from company where not steps_put_away`

/**
 * True if an earlier start has begun to fill this database and not finished. False once anybody has signed
 * in, so that their work stays untouched.
 */
export async function needsFilling(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (${unfinishedCompanyQuery})
    and not exists (select from users where last_login_at is not null) as is`.execute(db)
  return rows[0]?.is === true
}

/**
 * Locks the company row until the commit, if the filling is unfinished. Waits while another server fills the same
 * database. Returns false if the filling is finished.
 */
export async function lockUnfinishedCompanyForUpdate(tx: Tx): Promise<boolean> {
  const { rows } = await sql`${unfinishedCompanyQuery} for update`.execute(tx)
  return rows.length > 0
}

export const markFillingComplete = (tx: Tx) => setCompany(tx, { steps_put_away: true })
