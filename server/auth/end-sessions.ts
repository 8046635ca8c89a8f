// Ending a session also deletes its push subscriptions. The news about the user make every node close the live
// connections of the session.
import type { Session } from '#contract/auth.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Serialisable } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { providerName } from '#server/provider-settings.ts'
import { deviceName } from './device-name.ts'
import { inCallerTransaction } from './own-transaction.ts'
import { authSentences } from './sentences.ts'
import { deleteOwnSession, deleteSession, deleteSessions, listSessions } from './session-store.ts'

export async function readSessions(
  { db, config }: Kontor,
  by: Caller,
  userId = by.id,
): Promise<{ items: Serialisable<Session>[] }> {
  const sessions = await listSessions(db, userId, config.sessionMaxDays)
  return {
    items: sessions.map(({ device, issuer, ...session }) => ({
      ...session,
      via: issuer === null ? null : providerName(config, issuer),
      device: device || deviceName(''),
      is_this: session.id === by.session_id,
    })),
  }
}

export function endSession(kontor: Kontor, by: Caller, id: number) {
  return inCallerTransaction(kontor, by, async (tx) => {
    if (!(await deleteOwnSession(tx, by.id, id))) throw refuse('not_found', authSentences.sessionIsOver)
    await audit(tx, by.id, 'auth.end_session', { session_id: id })
    changed(tx, aboutUser(by.id))
  })
}

/** Ends all sessions of a user, except the caller's current one. */
export function endSessions(kontor: Kontor, by: Caller, userId = by.id) {
  return inCallerTransaction(kontor, by, async (tx) => {
    await deleteSessions(tx, userId, by.session_id)
    await audit(tx, by.id, 'auth.end_sessions', { user_id: userId })
    changed(tx, aboutUser(userId))
  })
}

/** Other nodes drop the cached session when they receive the news that is sent with the commit. */
export async function logOut(kontor: Kontor, caller: Caller) {
  await inTransaction(kontor, async (tx) => {
    await deleteSession(tx, caller.session_id)
    await audit(tx, caller.id, 'auth.logout')
    changed(tx, aboutUser(caller.id))
  })
}
