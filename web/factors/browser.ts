// WebAuthn in the browser: whether it is supported, and the requests to create and to use a passkey.
import type { Api } from '#contract/api.ts'
import type { Answer } from '#contract/endpoint.ts'

export type PasskeyCreationOptions = Answer<Api['passkeys']['begin']>['options']
export type PasskeyRequestOptions = Answer<Api['passkeys']['ask']>['options']

/** Passkeys need a secure context, and a host that is no IP address. */
export const hasPasskeys = () =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$/.test(location.hostname) &&
  !location.hostname.includes(':')

/** Whether the browser offers passkeys in the autofill of a field (conditional mediation). */
export const canAutofillPasskeys = async () =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())

/** Undefined if cancelled. */
export async function createPasskey(options: PasskeyCreationOptions) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await unlessCancelled(navigator.credentials.create({ publicKey }))
  if (!(made instanceof PublicKeyCredential)) return undefined
  const { response } = made.toJSON() as RegistrationResponseJSON
  return { client_data: response.clientDataJSON, attestation: response.attestationObject }
}

type CredentialOptions = { mediation?: CredentialMediationRequirement; signal?: AbortSignal }

export async function askForPasskey(options: PasskeyRequestOptions, asking: CredentialOptions = {}) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await unlessCancelled(navigator.credentials.get({ publicKey, ...asking }))
  if (!(credential instanceof PublicKeyCredential)) return undefined
  const { id, response } = credential.toJSON() as AuthenticationResponseJSON
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? '',
  }
}

/** True if the device already has a passkey of this account. */
export const isAlreadyRegistered = (problem: unknown) =>
  problem instanceof DOMException && problem.name === 'InvalidStateError'

async function unlessCancelled(answer: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await answer
  } catch (problem) {
    const cancelled =
      problem instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(problem.name)
    if (cancelled) return null
    throw problem
  }
}
