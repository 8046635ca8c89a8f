// Verifies passkeys by a library, which is loaded with the first passkey. Two checks are added here:
// cross-origin frames are refused, and only attestations without certificates are accepted, because the
// library would fetch revocation lists from addresses inside certificates.
import { refuse } from '#server/http/errors.ts'
import type { RelyingParty } from './relying-party.ts'

const loadSimpleWebAuthn = () => import('@simplewebauthn/server')
const loadWebAuthnHelpers = () => import('@simplewebauthn/server/helpers')

export type NewCredential = { client_data: string; attestation: string }
export type Assertion = {
  credential_id: string
  client_data: string
  authenticator_data: string
  signature: string
  user_handle: string
}

export const decodeBase64Url = (text: string) => Buffer.from(text, 'base64url')

/** The challenge in the client data; undefined if unreadable or from a cross-origin frame. */
export function parseChallenge(clientData: string): Buffer | undefined {
  try {
    const said: unknown = JSON.parse(decodeBase64Url(clientData).toString('utf8'))
    const { challenge, crossOrigin } = (said ?? {}) as { challenge?: unknown; crossOrigin?: unknown }
    return typeof challenge === 'string' && crossOrigin !== true ? decodeBase64Url(challenge) : undefined
  } catch {
    return undefined
  }
}

/** The new passkey to store; undefined if invalid. */
export async function verifyNewCredential(
  { client_data, attestation }: NewCredential,
  challenge: Buffer,
  party: RelyingParty,
) {
  const { decodeAttestationObject } = await loadWebAuthnHelpers()
  const { verifyRegistrationResponse } = await loadSimpleWebAuthn()
  try {
    const object = decodeAttestationObject(decodeBase64Url(attestation))
    const format = object.get('fmt')
    if (format !== 'none' && (format !== 'packed' || object.get('attStmt').get('x5c'))) return undefined
    const { parseAuthenticatorData } = await loadWebAuthnHelpers()
    const { credentialID } = parseAuthenticatorData(object.get('authData'))
    if (!credentialID) return undefined
    const id = Buffer.from(credentialID).toString('base64url')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: client_data, attestationObject: attestation },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: coseAlgorithms,
    })
    if (!verified) return undefined
    const { credential } = registrationInfo
    return {
      credential_id: decodeBase64Url(credential.id),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
    }
  } catch {
    // The library throws on every failure, with messages for developers.
    return undefined
  }
}

/** ECDSA with P-256, EdDSA, and RSA for older Windows. */
export const coseAlgorithms = [-7, -8, -257]

/** Returns the new signature counter; an invalid signature is refused like a wrong password. */
export async function verifyAssertion(
  { credential_id, client_data, authenticator_data, signature }: Assertion,
  { challenge, publicKey, party }: { challenge: Buffer; publicKey: Buffer; party: RelyingParty },
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadSimpleWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credential_id,
        rawId: credential_id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter is compared in the database, so that two concurrent uses cannot both succeed.
      credential: { id: credential_id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    if (verified) return authenticationInfo.newCounter
  } catch (error) {
    throw refuse('passkey_failed').because(error)
  }
  throw refuse('passkey_failed')
}
