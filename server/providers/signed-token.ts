// Reads a token that a provider has signed (JWS, RFC 7515) and checks the signature against the provider's public
// keys. Only what has a key pair counts: nothing unsigned, and nothing that a shared secret, or a public key taken
// for one, could sign.
import { constants, createPublicKey, type KeyObject, verify, type webcrypto } from 'node:crypto'
import { WrongAnswer } from './wrong-answer.ts'

type Json = Record<string, unknown>
export type Token = { header: Json & { alg: string }; claims: Json; signed: string; signature: Buffer }
/** A public key of the provider's, as it publishes it. */
export type Jwk = webcrypto.JsonWebKey & { kid?: unknown; alg?: unknown; use?: unknown }

type Kind = { kty: string; hash: string | null; crv?: string; isPss?: true }
const kinds: Record<string, Kind> = {
  RS256: { kty: 'RSA', hash: 'sha256' },
  RS384: { kty: 'RSA', hash: 'sha384' },
  RS512: { kty: 'RSA', hash: 'sha512' },
  PS256: { kty: 'RSA', hash: 'sha256', isPss: true },
  PS384: { kty: 'RSA', hash: 'sha384', isPss: true },
  PS512: { kty: 'RSA', hash: 'sha512', isPss: true },
  ES256: { kty: 'EC', hash: 'sha256', crv: 'P-256' },
  ES384: { kty: 'EC', hash: 'sha384', crv: 'P-384' },
  ES512: { kty: 'EC', hash: 'sha512', crv: 'P-521' },
  EdDSA: { kty: 'OKP', hash: null, crv: 'Ed25519' },
}
const LEAST_RSA_BITS = 2_048

export function readToken(text: string): Token {
  const parts = text.split('.')
  const [head = '', body = '', signature = ''] = parts
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part)))
    throw new WrongAnswer('a token is not signed')
  const header = objectIn(head)
  const { alg, crit } = header
  if (typeof alg !== 'string' || !Object.hasOwn(kinds, alg))
    throw new WrongAnswer('a token is signed in a way that does not count')
  if (crit !== undefined) throw new WrongAnswer('a token asks for what is not known')
  return {
    header: { ...header, alg },
    claims: objectIn(body),
    signed: `${head}.${body}`,
    signature: Buffer.from(signature, 'base64url'),
  }
}

function objectIn(part: string): Json {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  } catch {
    // no JSON: told below, as any other that is no object
  }
  throw new WrongAnswer('a token is not readable')
}

/** The one key that a token can mean; undefined where there is none, or more than one. */
export function keyFor({ header }: Token, keys: readonly Jwk[]): Jwk | undefined {
  const { alg, kid } = header
  const { kty, crv } = kinds[alg] as Kind
  const fitting = keys.filter(
    (key) =>
      key.kty === kty &&
      (crv === undefined || key.crv === crv) &&
      (kid === undefined || key.kid === kid) &&
      (key.alg === undefined || key.alg === alg) &&
      (key.use === undefined || key.use === 'sig'),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

export function isSignedBy({ header, signed, signature }: Token, jwk: Jwk): boolean {
  const { hash, isPss } = kinds[header.alg] as Kind
  const key = publicKeyOf(jwk)
  const bits = key.asymmetricKeyDetails?.modulusLength
  if (bits !== undefined && bits < LEAST_RSA_BITS) return false
  return verify(
    hash,
    Buffer.from(signed),
    {
      key,
      dsaEncoding: 'ieee-p1363',
      ...(isPss && {
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }),
    },
    signature,
  )
}

function publicKeyOf(jwk: Jwk): KeyObject {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch (error) {
    throw new WrongAnswer('a key of the provider is not readable', { cause: error })
  }
}
