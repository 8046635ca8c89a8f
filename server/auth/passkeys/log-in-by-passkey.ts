// Login by passkey. The device has verified a finger, a face or a PIN, so it counts as both factors, and
// neither password nor code is needed. Every failure answers like a wrong password.
import { audit } from '#server/audit/audit.ts'
import { networkOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { openSession } from '../open-session.ts'
import type { LoginOrigin } from '../session-store.ts'
import { isSameHandle, newChallenge } from './keep-passkeys.ts'
import type { RelyingParty } from './relying-party.ts'
import {
  CHALLENGE_LIFETIME_SECONDS,
  consumeChallenge,
  findPasskey,
  insertChallenge,
  setPasskeyUsed,
} from './store.ts'
import { type Assertion, decodeBase64Url, parseChallenge, verifyAssertion } from './verify.ts'

type PasskeyLoginStart = { party: RelyingParty | undefined; browserHash: Buffer; address: string }

/** Challenge for a discoverable passkey. Lists no credential ids, so it reveals no accounts. */
export async function beginPasskeyLogin(
  { db, budgets }: Kontor,
  { party, browserHash, address }: PasskeyLoginStart,
) {
  if (!party) throw refuse('not_found')
  budgets.spend('passkey_questions', networkOf(address))
  const challenge = newChallenge()
  await insertChallenge(db, { challenge, browserHash })
  return {
    rpId: party.id,
    challenge: challenge.toString('base64url'),
    timeout: CHALLENGE_LIFETIME_SECONDS * 1_000,
    userVerification: 'required' as const,
  }
}

type PasskeyLogin = LoginOrigin &
  Assertion & {
    party: RelyingParty | undefined
    browserHash: Buffer | undefined
  }

export async function logInByPasskey(kontor: Kontor, login: PasskeyLogin): Promise<string> {
  const { party, browserHash, address, device, before, seconds } = login
  const challenge = parseChallenge(login.client_data)
  if (!party) throw refuse('not_found')
  if (!challenge || !browserHash || !(await consumeChallenge(kontor.db, { challenge, browserHash })))
    throw refuse('challenge_over')
  const passkey = await findPasskey(kontor.db, decodeBase64Url(login.credential_id))
  if (!passkey) throw refuse('passkey_failed')
  const { id, user_id: userId, public_key: publicKey, user_handle } = passkey
  if (!isSameHandle(decodeBase64Url(login.user_handle), user_handle))
    throw refuse('passkey_failed').concerning(userId)
  const counter = await verifyAssertion(login, { challenge, publicKey, party }).catch((error: unknown) => {
    throw refuse('passkey_failed').concerning(userId).because(error)
  })
  const token = await inTransaction(kontor, async (tx) => {
    if (!(await setPasskeyUsed(tx, id, counter))) return undefined
    const token = await openSession(tx, { userId, by: 'passkey', address, device, before, seconds })
    // The account was deactivated in the meantime.
    if (token === undefined) throw refuse('passkey_failed').concerning(userId)
    return token
  })
  if (token !== undefined) return token
  // The passkey was removed in the meantime, or its counter has not increased: there may be a copy of the passkey.
  await inTransaction(kontor, (tx) => audit(tx, null, 'auth.passkey_copied', { user_id: userId }))
  throw refuse('passkey_failed').concerning(userId)
}
