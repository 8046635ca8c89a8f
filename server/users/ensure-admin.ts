// Creates the first administrator in an empty database, even if two servers start at once. Returns the login if
// it was created now. A generated password is printed once, not stored, and has to be changed at the first
// login; a configured one is validated like any other and not printed. The username is validated too, since one
// in another normal form could not sign in.
import { randomBytes } from 'node:crypto'
import { audit } from '#server/audit/audit.ts'
import { hashPassword } from '#server/auth/hashing.ts'
import { problemWithPassword } from '#server/auth/password-rules.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { StartError } from '#server/start-error.ts'
import { readUsername } from './read-username.ts'
import { deleteUnusedUser, hasUsers, insertFirstAdmin } from './store.ts'

export type FirstLogin = { username: string; madeUp: string | undefined }

export async function ensureAdmin(kontor: Kontor): Promise<FirstLogin | undefined> {
  const { adminUsername, adminPassword } = kontor.config
  if (await hasUsers(kontor.db)) return undefined
  const read = readUsername(adminUsername)
  if ('sentence' in read) throw new StartError(`ADMIN_USERNAME: ${read.sentence}`)
  const { name: username } = read
  const problem = adminPassword && problemWithPassword(adminPassword, username, kontor.config)
  if (problem) throw new StartError(`ADMIN_PASSWORD: ${problem}`)
  const madeUp = adminPassword === undefined ? randomBytes(12).toString('base64url') : undefined
  const password = adminPassword ?? madeUp ?? ''
  const password_hash = await hashPassword(password)
  return inTransaction(kontor, async (tx) => {
    const user_id = await insertFirstAdmin(tx, {
      username,
      password_hash,
      password_is_given: madeUp !== undefined,
    })
    if (user_id === undefined) return undefined
    await audit(tx, null, 'user.first_administrator', { user_id })
    changed(tx, aboutUsers)
    return { username, madeUp }
  })
}

/**
 * Deletes the first administrator after a failed start. Nobody has seen the password, and the next start
 * creates the account again.
 */
export function forgetFirstLogin(kontor: Kontor, { username }: FirstLogin) {
  return inTransaction(kontor, async (tx) => {
    const user_id = await deleteUnusedUser(tx, username)
    if (user_id === undefined) return
    await audit(tx, null, 'user.delete', { user_id, username })
    changed(tx, aboutUsers)
  })
}
