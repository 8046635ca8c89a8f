// A person's own passkeys: creating, renaming and removing them.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { parseCredentialName } from '../credential-name.ts'
import { inCallerTransaction, lockCallerAndSession } from '../own-transaction.ts'
import { authSentences } from '../sentences.ts'
import { deleteSessions } from '../session-store.ts'
import type { RelyingParty } from './relying-party.ts'
import {
  CHALLENGE_LIFETIME_SECONDS,
  consumeChallenge,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  setPasskeyName,
} from './store.ts'
import { coseAlgorithms, type NewCredential, parseChallenge, verifyNewCredential } from './verify.ts'

const MAX_PASSKEYS = 20
const CHALLENGE_BYTES = 32
/** Length of the random user handle, as WebAuthn recommends. A random handle does not reveal the account. */
const HANDLE_BYTES = 64

export const newChallenge = () => randomBytes(CHALLENGE_BYTES)

export async function beginPasskeyCreation(
  kontor: Kontor,
  by: Caller,
  { party, browserHash }: { party: RelyingParty | undefined; browserHash: Buffer },
) {
  if (!party) throw refuse('no_passkeys')
  const passkeys = await listPasskeys(kontor.db, by.id)
  if (passkeys.length >= MAX_PASSKEYS) throw refuse('too_many_passkeys')
  const challenge = newChallenge()
  const userHandle = passkeys[0]?.user_handle ?? randomBytes(HANDLE_BYTES)
  await inCallerTransaction(kontor, by, (tx) =>
    insertChallenge(tx, { challenge, browserHash, userId: by.id, userHandle }),
  )
  return {
    rp: { id: party.id, name: kontor.company.name },
    user: { id: userHandle.toString('base64url'), name: by.username, displayName: by.display_name },
    challenge: challenge.toString('base64url'),
    pubKeyCredParams: coseAlgorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_LIFETIME_SECONDS * 1_000,
    attestation: 'none' as const,
    excludeCredentials: passkeys.map(({ credential_id }) => ({
      type: 'public-key' as const,
      id: credential_id.toString('base64url'),
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
}

type PasskeyToAdd = NewCredential & {
  name: string
  party: RelyingParty | undefined
  browserHash: Buffer | undefined
}

export async function addPasskey(kontor: Kontor, by: Caller, adding: PasskeyToAdd): Promise<number> {
  const { party, browserHash } = adding
  if (!party) throw refuse('no_passkeys')
  const name = parseCredentialName(adding.name, authSentences.passkeyWithoutName)
  const challenge = parseChallenge(adding.client_data)
  const question =
    challenge && browserHash && (await consumeChallenge(kontor.db, { challenge, browserHash, userId: by.id }))
  if (!challenge || !question?.user_handle) throw tooLateRefusal()
  const made = await verifyNewCredential(adding, challenge, party)
  if (!made) throw unusableRefusal()
  const { user_handle } = question
  return inTransaction(kontor, async (tx) => {
    await lockCallerAndSession(tx, by)
    const id = await insertPasskey(tx, { ...made, user_id: by.id, name, user_handle })
    if (id === undefined) throw unusableRefusal()
    if ((await listPasskeys(tx, by.id)).length > MAX_PASSKEYS) throw refuse('too_many_passkeys')
    // The account now needs the passkey to sign in, so its other sessions, opened with the password alone, end.
    if (by.must_add_factor) await deleteSessions(tx, by.id, by.session_id)
    await audit(tx, by.id, 'auth.passkey_add', { passkey_id: id })
    changed(tx, aboutUser(by.id))
    return id
  })
}

const tooLateRefusal = () => refuseInvalid(['body', 'client_data'], authSentences.tookTooLong, 'over')
const unusableRefusal = () => refuseInvalid(['body', 'attestation'], authSentences.passkeyUnusable, 'passkey')

export function renamePasskey(kontor: Kontor, by: Caller, id: number, typed: string) {
  const name = parseCredentialName(typed, authSentences.passkeyWithoutName)
  return inCallerTransaction(kontor, by, async (tx) => {
    if (!(await setPasskeyName(tx, by.id, id, name))) throw refuse('not_found')
    await audit(tx, by.id, 'auth.passkey_rename', { passkey_id: id })
  })
}

export function removePasskey(kontor: Kontor, by: Caller, id: number) {
  return inTransaction(kontor, async (tx) => {
    await lockCallerAndSession(tx, by)
    if (!(await deletePasskey(tx, by.id, id))) throw refuse('not_found')
    await audit(tx, by.id, 'auth.passkey_remove', { passkey_id: id })
    changed(tx, aboutUser(by.id))
  })
}

/** True if the device names the account for which the passkey was made. */
export const isSameHandle = (one: Buffer, other: Buffer) =>
  one.length === other.length && timingSafeEqual(one, other)
