import { audit } from '#server/audit/audit.ts'
import { hashPassword } from '#server/auth/hashing.ts'
import { openSession } from '#server/auth/open-session.ts'
import { checkNewPassword } from '#server/auth/password-rules.ts'
import { needsMoreThanPassword } from '#server/auth/second-factor/check-code.ts'
import { deleteSession, deleteSessions, type LoginOrigin } from '#server/auth/session-store.ts'
import { hashToken } from '#server/auth/sessions.ts'
import { endStandingAccess } from '#server/auth/standing-access.ts'
import { setPasswordHash } from '#server/auth/store.ts'
import { networkOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { findOwner, takeLink } from './store.ts'

const INVALID_LINK_SENTENCE =
  'Dieser Link gilt nicht oder nicht mehr: Er wurde schon benutzt, durch einen neuen ersetzt oder ist abgelaufen. Bitte lassen Sie sich einen neuen geben.'

/**
 * Describes the owner of a link for the page that it opens. Needs no login, because the link itself is the
 * secret. Attempts with invalid links are limited per network.
 */
export async function readLink(kontor: Kontor, token: string, address: string) {
  const { username, display_name, kind, expires_at } = await getLinkOwner(kontor, token, address)
  return { username, display_name, is_reset: kind === 'reset', expires_at }
}

type LinkAcceptance = LoginOrigin & { token: string; password: string }

/**
 * Sets the password of a link's owner, signs them in and returns the new session's token. An account with a second
 * factor gets no session and no token: access to the mailbox does not replace the factor. Consumes the link, and
 * ends all other sessions of the account and the browser's previous session, whoever's it was.
 */
export async function acceptLink(kontor: Kontor, accepted: LinkAcceptance): Promise<string | undefined> {
  const { token, password, address, device, before, seconds } = accepted
  const owner = await getLinkOwner(kontor, token, address)
  checkNewPassword(password, owner.username, kontor.config)
  const checked = await hashPassword(password)
  return inTransaction(kontor, async (tx) => {
    // Hashing takes a while: the link may have been used or replaced in the meantime.
    const taken = await takeLink(tx, hashToken(token))
    if (!taken) throw refuse('not_found', INVALID_LINK_SENTENCE)
    const userId = taken.user_id
    await setPasswordHash(tx, userId, checked)
    await deleteSessions(tx, userId)
    await endStandingAccess(tx, userId, userId)
    if (before) await deleteSession(tx, before.session_id)
    await audit(tx, userId, taken.kind === 'reset' ? 'user.reset' : 'user.invited', { user_id: userId })
    changed(tx, aboutUser(userId), aboutUsers, ...(before ? [aboutUser(before.id)] : []))
    if (await needsMoreThanPassword(kontor, tx, userId)) return undefined
    const session = await openSession(tx, { userId, checked, address, device, before: undefined, seconds })
    // The account was deactivated in the meantime.
    if (session === undefined) throw refuse('not_found', INVALID_LINK_SENTENCE)
    return session
  })
}

async function getLinkOwner({ db, budgets }: Kontor, token: string, address: string) {
  const owner = await findOwner(db, hashToken(token))
  if (owner) return owner
  budgets.spend('wrong_links', networkOf(address))
  throw refuse('not_found', INVALID_LINK_SENTENCE)
}
