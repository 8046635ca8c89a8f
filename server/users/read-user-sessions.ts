import { requireConfirmed } from '#server/auth/confirm-password.ts'
import { endSessions, readSessions } from '#server/auth/end-sessions.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { findUser } from './store.ts'

/** Administrators see and end anybody's sessions: a lost phone need not wait for its owner. */
export async function readUserSessions(kontor: Kontor, by: Caller, id: number) {
  if (!(await findUser(kontor.db, id))) throw refuse('not_found')
  return readSessions(kontor, by, id)
}

export async function endUserSessions(kontor: Kontor, by: Caller, id: number) {
  requireConfirmed(by)
  if (!(await findUser(kontor.db, id))) throw refuse('not_found')
  await endSessions(kontor, by, id)
}
