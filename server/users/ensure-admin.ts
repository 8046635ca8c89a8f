import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { record } from '#server/audit.ts'
import { hashPassword } from '#server/auth/hashing.ts'
import { problemWithPassword } from '#server/auth/password-rules.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { StartError } from '#server/start-error.ts'

/**
 * An empty database gets its first administrator, also when two servers start at once.
 * Returns the login when it was made just now. A password that was made up is printed once and kept nowhere; one that was
 * given is checked like any other, and not repeated.
 */
export type FirstLogin = { username: string; madeUp: string | undefined }

export async function ensureAdmin(kontor: Kontor): Promise<FirstLogin | undefined> {
  const { adminUsername: username, adminPassword } = kontor.config
  if (await anyUser(kontor)) return undefined
  const problem = adminPassword && problemWithPassword(adminPassword, username, kontor.config)
  if (problem) throw new StartError(`ADMIN_PASSWORD: ${problem}`)
  const madeUp = adminPassword === undefined ? randomBytes(12).toString('base64url') : undefined
  const password = adminPassword ?? madeUp ?? ''
  const password_hash = await hashPassword(password)
  return inTransaction(kontor, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first administrator', 0))`.execute(tx)
    const { rows } = await sql`select from users limit 1`.execute(tx)
    if (rows.length > 0) return undefined
    const { id } = await tx
      .insertInto('users')
      .values({ username, is_admin: true, password_hash })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(tx, null, 'user.first_administrator', { user_id: id })
    changed(tx, aboutUsers)
    return { username, madeUp }
  })
}

/** A start that came to nothing told nobody the password: the next one makes another account, with a password to tell. */
export function forgetFirstLogin(kontor: Kontor, { username }: FirstLogin) {
  return inTransaction(kontor, async (tx) => {
    const gone = await tx
      .deleteFrom('users')
      .where('username', '=', username)
      .where('id', 'not in', (query) => query.selectFrom('sessions').select('user_id'))
      .returning('id')
      .executeTakeFirst()
    if (!gone) return
    await record(tx, null, 'user.delete', { user_id: gone.id, username })
    changed(tx, aboutUsers)
  })
}

async function anyUser({ db }: Kontor) {
  return (await db.selectFrom('users').select('id').limit(1).execute()).length > 0
}
