import { checkOwnPassword, isConfirmed, passwordUnprovenUntil } from '#server/auth/confirm-password.ts'
import { isPassword } from '#server/auth/hashing.ts'
import { checkNewPassword } from '#server/auth/password-rules.ts'
import { setPassword } from '#server/auth/set-password.ts'
import { getPasswordHash, getUsername } from '#server/auth/store.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { notify } from '#server/push/notify.ts'
import { PASSWORD_CHANGED, queueAccountMail } from './account-mails.ts'
import { sentences } from './sentences.ts'

type Wanted = { password: string; current_password?: string | undefined; address: string }

/**
 * People change their own password, whenever they have signed in; the current one need not be sent, and is right where
 * it is. Without it, at a session whose proof is old, the new one proves nothing for a while. All other sessions end. The
 * person is told by whatever reaches them, also on the devices that are signed out by it: it may have been somebody
 * else, at a session that stood open.
 */
export async function changeOwnPassword(kontor: Kontor, by: Caller, wanted: Wanted) {
  const { password, current_password, address } = wanted
  checkNewPassword(password, await getUsername(kontor.db, by.id), kontor.config)
  if (current_password !== undefined) await checkOwnPassword(kontor, by, current_password, address)
  const isProven =
    isConfirmed(kontor, by) ||
    (current_password !== undefined && (await passwordUnprovenUntil(kontor, by)) === undefined)
  if (by.must_change_password) await requireAnother(kontor, by, password)
  await setPassword(kontor, {
    userId: by.id,
    password,
    by: by.id,
    session: by.session_id,
    keepSession: by.session_id,
    isUnproven: !isProven,
    beforeSessionsEnd: (tx) => notifyOwner(tx, kontor, by.id),
  })
}

/** A password that somebody else knows is none of one's own. */
async function requireAnother({ db }: Kontor, { id }: Caller, password: string) {
  if (await isPassword(password, await getPasswordHash(db, id)))
    throw invalid(['body', 'password'], sentences.passwordIsGiven, 'password')
}

async function notifyOwner(tx: Tx, kontor: Kontor, userId: number) {
  const notification = {
    title: 'Ihr Passwort wurde geändert',
    body: sentences.passwordChanged,
    path: '/ui/profile',
    tag: 'password',
  }
  await notify(tx, kontor, [userId], notification, { outlivesSession: true })
  if (kontor.config.mail) await queueAccountMail(tx, PASSWORD_CHANGED, userId)
}
