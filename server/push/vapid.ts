// VAPID (RFC 8292): identifies us to a push service by a token signed with the server's key, valid for half a
// day.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

export type ServerKeys = { public_key: string; private_key: string }

const TOKEN_LIFETIME_SECONDS = 12 * 3_600

export function newServerKeys(): ServerKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y, d } = privateKey.export({ format: 'jwk' }) as { x: string; y: string; d: string }
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { public_key: Buffer.concat(point).toString('base64url'), private_key: d }
}

export function createAuthorization(
  keys: ServerKeys,
  endpoint: URL,
  subject: string,
  now = Date.now(),
): string {
  const claims = { aud: endpoint.origin, exp: Math.floor(now / 1_000) + TOKEN_LIFETIME_SECONDS, sub: subject }
  const unsigned = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = { key: privateKeyOf(keys), dsaEncoding: 'ieee-p1363' as const }
  const signature = sign('sha256', Buffer.from(unsigned), key).toString('base64url')
  return `vapid t=${unsigned}.${signature}, k=${keys.public_key}`
}

function privateKeyOf({ public_key, private_key }: ServerKeys) {
  const point = Buffer.from(public_key, 'base64url')
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: half(1), y: half(33), d: private_key }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}
