import { requireConfirmed } from '#server/auth/confirm-password.ts'
import { checkNewPassword } from '#server/auth/password-rules.ts'
import { setPassword } from '#server/auth/set-password.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { findUser } from './store.ts'

/** An administrator gives somebody a password; their sessions end. One's own session stays. */
export async function setUserPassword(kontor: Kontor, by: Caller, id: number, password: string) {
  requireConfirmed(by)
  const user = await findUser(kontor.db, id)
  if (!user) throw refuse('not_found')
  if (user.is_anonymised) throw refuse('anonymised')
  checkNewPassword(password, user.username, kontor.config)
  await setPassword(kontor, {
    userId: id,
    password,
    by: by.id,
    session: by.session_id,
    ...(id === by.id && { keepSession: by.session_id }),
  })
}
