import { audit } from '#server/audit/audit.ts'
import { hashPassword } from '#server/auth/hashing.ts'
import { openSession } from '#server/auth/open-session.ts'
import { checkNewPassword } from '#server/auth/password-rules.ts'
import { needsMoreThanPassword } from '#server/auth/second-factor/check-code.ts'
import { type Arrival, deleteSession, deleteSessions } from '#server/auth/session-store.ts'
import { hashOf } from '#server/auth/sessions.ts'
import { endStandingAccess } from '#server/auth/standing-access.ts'
import { setPasswordHash } from '#server/auth/store.ts'
import { networkOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { findOwner, takeLink } from './store.ts'

const OVER =
  'Dieser Link gilt nicht oder nicht mehr: Er wurde schon benutzt, durch einen neuen ersetzt oder ist abgelaufen. Bitte lassen Sie sich einen neuen geben.'

/** The person whom a link lets in. Nobody is signed in: the link is the secret, and guessing is counted. */
export async function openLink(kontor: Kontor, token: string, address: string) {
  const { username, display_name, kind, expires_at } = await ownerOf(kontor, token, address)
  return { username, display_name, is_reset: kind === 'reset', expires_at: expires_at.toISOString() }
}

type Accepted = Arrival & { token: string; password: string }

/**
 * Whoever has the link chooses their own password and is signed in: the answer is the new session's token. Where the
 * account asks for more than a password, a mailbox does not stand in for it: then there is none. The link is used up
 * with it; all other sessions of the account end, and so does the one that this browser had of somebody else.
 */
export async function acceptLink(kontor: Kontor, accepted: Accepted): Promise<string | undefined> {
  const { token, password, address, device, before, seconds } = accepted
  const owner = await ownerOf(kontor, token, address)
  checkNewPassword(password, owner.username, kontor.config)
  const checked = await hashPassword(password)
  return inTransaction(kontor, async (tx) => {
    // Hashing takes its time: meanwhile somebody else may have come with it, or a new one may have been made.
    const taken = await takeLink(tx, hashOf(token))
    if (!taken) throw refuse('not_found', OVER)
    const userId = taken.user_id
    await setPasswordHash(tx, userId, checked)
    await deleteSessions(tx, userId)
    await endStandingAccess(tx, userId, userId)
    if (before) await deleteSession(tx, before.session_id)
    await audit(tx, userId, taken.kind === 'reset' ? 'user.reset' : 'user.invited', { user_id: userId })
    changed(tx, aboutUser(userId), aboutUsers, ...(before ? [aboutUser(before.id)] : []))
    if (await needsMoreThanPassword(kontor, tx, userId)) return undefined
    const session = await openSession(tx, { userId, checked, address, device, before: undefined, seconds })
    // Deactivated in this very moment.
    if (session === undefined) throw refuse('not_found', OVER)
    return session
  })
}

async function ownerOf({ db, budgets }: Kontor, token: string, address: string) {
  const owner = await findOwner(db, hashOf(token))
  if (owner) return owner
  budgets.spend('wrong_links', networkOf(address))
  throw refuse('not_found', OVER)
}
