import { audit } from '#server/audit/audit.ts'
import { lockAdminsForUpdate, lockKnownUserForUpdate } from '#server/auth/accounts-store.ts'
import { requireConfirmed } from '#server/auth/confirm-password.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { mayDemote } from './may-change-user.ts'
import { setIsAdmin } from './store.ts'

/** Makes an administrator or an ordinary user; takes effect with their next request. One administrator always stays. */
export function changePrivileges(kontor: Kontor, by: Caller, id: number, isAdmin: boolean) {
  requireConfirmed(by)
  return inTransaction(kontor, async (tx) => {
    const admins = await lockAdminsForUpdate(tx)
    const user = await lockKnownUserForUpdate(tx, id)
    if (!isAdmin && !mayDemote(user, admins.length)) throw refuse('last_admin')
    await setIsAdmin(tx, id, isAdmin)
    if (user.is_admin !== isAdmin)
      await audit(tx, by.id, 'user.privileges', { user_id: id, is_admin: isAdmin })
    changed(tx, aboutUser(id), aboutUsers)
  })
}
