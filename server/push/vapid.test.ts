import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { createAuthorization, newServerKeys } from './vapid.ts'

const keys = newServerKeys()
const claimsIn = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object

test('who sends is said to one service alone, for half a day, and signed with the server’s own key', () => {
  const now = Date.UTC(2026, 10, 21)
  const endpoint = new URL('https://fcm.googleapis.com/fcm/send/secret-of-a-device')
  const header = createAuthorization(keys, endpoint, 'https://kontor.example', now)
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  assert.deepEqual(claimsIn(head), { typ: 'JWT', alg: 'ES256' })
  assert.deepEqual(claimsIn(claims), {
    aud: 'https://fcm.googleapis.com',
    exp: now / 1_000 + 12 * 3_600,
    sub: 'https://kontor.example',
  })
  assert.equal(key, keys.public_key)
  const point = Buffer.from(key, 'base64url')
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: half(1), y: half(33) },
    format: 'jwk',
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  assert.ok(isSigned)
})
