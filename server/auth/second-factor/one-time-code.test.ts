import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, computeCode, findTimeStep, otpauthAddress, stepAt } from './one-time-code.ts'

const secret = Buffer.from('12345678901234567890')

test('codes are those of the examples of RFC 6238', () => {
  const examples: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ]
  for (const [seconds, code] of examples) {
    assert.equal(computeCode(secret, stepAt(seconds * 1_000), 8), code)
    assert.equal(computeCode(secret, stepAt(seconds * 1_000)), code.slice(2))
  }
})

test('a code holds for its half minute and for one before and after, and no longer', () => {
  const now = 1_234_567_890_000
  const offs = [-2, -1, 0, 1, 2].map((off) =>
    findTimeStep(secret, computeCode(secret, stepAt(now) + off), now),
  )
  const step = stepAt(now)
  assert.deepEqual(offs, [undefined, step - 1, step, step + 1, undefined])
  for (const typed of ['', '12345', '1234567', 'ääääää', '０８９００５'])
    assert.equal(findTimeStep(secret, typed, now), undefined)
})

test('a secret is written as the examples of RFC 4648 are', () => {
  const written = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))
  assert.deepEqual(written, ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
})

test('an app reads whose account it is, whatever the names hold', () => {
  const address = otpauthAddress({ secret, app: 'Büro: Nord & Süd', account: 'jörg/a?b#c' })
  const read = new URL(address)
  assert.equal(decodeURIComponent(read.pathname.slice(1)), 'Büro: Nord & Süd:jörg/a?b#c')
  assert.equal(read.searchParams.get('issuer'), 'Büro: Nord & Süd')
  assert.equal(read.searchParams.get('secret'), base32(secret))
})
