import { audit } from '#server/audit/audit.ts'
import { lockAdminsForUpdate, lockUserForUpdate } from '#server/auth/accounts-store.ts'
import { requireConfirmed } from '#server/auth/confirm-password.ts'
import type { Caller } from '#server/caller.ts'
import { GONE } from '#server/db/people.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { forgetInRounds } from '#server/privacy/anonymise-store.ts'
import { getSubject } from '#server/privacy/subject-store.ts'
import { mayDelete } from './may-change-user.ts'
import { deleteUser } from './store.ts'

/** Removes a local user with sessions and assignments. What they wrote stays, as a deleted user's. */
export function removeUser(kontor: Kontor, by: Caller, id: number) {
  requireConfirmed(by)
  return inTransaction(kontor, async (tx) => {
    const admins = await lockAdminsForUpdate(tx)
    const user = await lockUserForUpdate(tx, id)
    if (user.persplan_id !== null) {
      throw refuse(
        'not_deletable',
        user.is_active
          ? 'Dieser Benutzer kommt aus der Personalplanung und wird dort entfernt.'
          : 'Dieser Benutzer kommt aus der Personalplanung. Er lässt sich nicht löschen, aber anonymisieren: im Menü der Person unter „Daten“.',
      )
    }
    if (id === by.id) throw refuse('not_deletable', 'Sie können sich nicht selbst löschen.')
    if (!mayDelete(user, by.id, admins.length)) throw refuse('last_admin')
    // Rounds keep what people were called then, not who they are.
    await forgetInRounds(tx, await getSubject(tx, id), GONE)
    await deleteUser(tx, id)
    await audit(tx, by.id, 'user.delete', { user_id: id, username: user.username })
    changed(tx, aboutUser(id), aboutUsers)
  })
}
