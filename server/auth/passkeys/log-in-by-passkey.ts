// Signs in whoever has a passkey: the device has it and has asked for a finger, a face or a PIN, so it is both
// factors, and neither password nor code is asked for. Whatever is wrong, the answer is that of a wrong password.
import { audit } from '#server/audit/audit.ts'
import { networkOf, networksOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { endLongestUnused, MOST_SESSIONS } from '../end-sessions.ts'
import { type Arrival, beginSession, replaceSession } from '../session-store.ts'
import { hashOf, newToken } from '../sessions.ts'
import { isSameHandle, newChallenge } from './keep-passkeys.ts'
import type { PasskeyPlace } from './place.ts'
import { findPasskey, insertChallenge, LIFETIME_SECONDS, setUsed, takeChallenge } from './store.ts'
import { bytesOf, challengeIn, type Signed, verifySigned } from './verify.ts'

type PasskeyQuestion = { place: PasskeyPlace | undefined; browserHash: Buffer; address: string }

/** What the browser needs to ask for a passkey; it names nobody: which ones there are, the device alone knows. */
export async function askForPasskey(
  { db, budgets }: Kontor,
  { place, browserHash, address }: PasskeyQuestion,
) {
  if (!place) throw refuse('not_found')
  budgets.spend('passkey_questions', networkOf(address))
  const challenge = newChallenge()
  await insertChallenge(db, { challenge, browserHash })
  return {
    rpId: place.id,
    challenge: challenge.toString('base64url'),
    timeout: LIFETIME_SECONDS * 1_000,
    userVerification: 'required' as const,
  }
}

type PasskeyLogin = Arrival &
  Signed & {
    place: PasskeyPlace | undefined
    browserHash: Buffer | undefined
  }

export async function logInByPasskey(kontor: Kontor, login: PasskeyLogin): Promise<string> {
  const { place, browserHash, address, device, before, seconds } = login
  const challenge = challengeIn(login.client_data)
  if (!place) throw refuse('not_found')
  if (!challenge || !browserHash || !(await takeChallenge(kontor.db, { challenge, browserHash })))
    throw refuse('challenge_over')
  const passkey = await findPasskey(kontor.db, bytesOf(login.credential_id))
  if (!passkey) throw refuse('passkey_failed')
  const { id, user_id: userId, public_key: publicKey, user_handle } = passkey
  if (!isSameHandle(bytesOf(login.user_handle), user_handle))
    throw refuse('passkey_failed').concerning(userId)
  const counter = await verifySigned(login, { challenge, publicKey, place }).catch((error: unknown) => {
    throw refuse('passkey_failed').concerning(userId).because(error)
  })
  const token = newToken()
  const begun = await inTransaction(kontor, async (tx) => {
    if (!(await setUsed(tx, id, counter))) return undefined
    const begun = await beginSession(tx, {
      userId,
      checked: null,
      by: 'passkey',
      attempt: null,
      network: networksOf(address).near,
      address,
      device,
      tokenHash: hashOf(token),
      seconds,
    })
    // Deactivated in this very moment.
    if (!begun) throw refuse('passkey_failed').concerning(userId)
    if (before) {
      await replaceSession(tx, before, { userId, id: begun.id })
      changed(tx, aboutUser(before.id))
    }
    return begun
  })
  if (!begun) {
    // Removed in this very moment, or counted backwards: then there may be two of it.
    await inTransaction(kontor, (tx) => audit(tx, null, 'auth.passkey_copied', { user_id: userId }))
    throw refuse('passkey_failed').concerning(userId)
  }
  if (begun.sessions > MOST_SESSIONS) await endLongestUnused(kontor, userId)
  return token
}
