import { checkOwnPassword, getPasswordUnprovenUntil } from '#server/auth/confirm-password.ts'
import { isRightPassword } from '#server/auth/hashing.ts'
import { checkNewPassword } from '#server/auth/password-rules.ts'
import { hasConfirmedIdentity } from '#server/auth/sessions.ts'
import { setPassword } from '#server/auth/set-password.ts'
import { getPasswordHash, getUsername } from '#server/auth/store.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { notify } from '#server/push/notify.ts'
import { PASSWORD_CHANGED_JOB_KIND, queueAccountMail } from './account-mails.ts'
import { userSentences } from './sentences.ts'

type PasswordChange = { password: string; current_password?: string | undefined; address: string }

/**
 * Changes the caller's own password. The current one is optional, but must be right if it is sent. Without it,
 * and without a recent confirmation in this session, the new password does not count as a confirmation for a
 * while. All other sessions end. The person is notified by every channel, even on devices that this change
 * signs out, since somebody else may have used an unattended session.
 */
export async function changeOwnPassword(kontor: Kontor, by: Caller, wanted: PasswordChange) {
  const { password, current_password, address } = wanted
  checkNewPassword(password, await getUsername(kontor.db, by.id), kontor.config)
  if (current_password !== undefined) await checkOwnPassword(kontor, by, current_password, address)
  const isProven =
    hasConfirmedIdentity(kontor, by) ||
    (current_password !== undefined && (await getPasswordUnprovenUntil(kontor, by)) === undefined)
  if (by.must_change_password) await requireDifferentPassword(kontor, by, password)
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

/** Refuses to keep the temporary password, which an administrator knows. */
async function requireDifferentPassword({ db }: Kontor, { id }: Caller, password: string) {
  if (await isRightPassword(password, await getPasswordHash(db, id)))
    throw refuseInvalid(['body', 'password'], userSentences.passwordIsGiven, 'password')
}

async function notifyOwner(tx: Tx, kontor: Kontor, userId: number) {
  const notification = {
    title: 'Ihr Passwort wurde geändert',
    body: userSentences.passwordChanged,
    path: '/ui/profile',
    tag: 'password',
  }
  await notify(tx, kontor, [userId], notification, { outlivesSession: true })
  if (kontor.config.mail) await queueAccountMail(tx, PASSWORD_CHANGED_JOB_KIND, userId)
}
