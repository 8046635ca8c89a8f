import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { type Broken, seal, Unsealable, unseal } from './seal.ts'

const PASSPHRASE = 'drei Wörter und ein Fluß'
/** Head, two whole pieces and a short one. */
const text = randomBytes(150_000)
const HEAD = 20 + 16 + 32
const PIECE = 64 * 1024 + 16
let sealed: Buffer

async function* inBits(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
async function gather(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
const opened = (bytes: Buffer, passphrase: string | undefined = PASSPHRASE, length = 10_007) =>
  gather(unseal(inBits(bytes, length), passphrase))
const refusedAs = (reason: Broken) => (error: unknown) =>
  error instanceof Unsealable && error.reason === reason

before(async () => {
  sealed = await gather(seal(inBits(text, 1_003), PASSPHRASE))
})

test('what was sealed is opened with its passphrase, however it comes in', async () => {
  assert.deepEqual(await opened(sealed), text)
  assert.deepEqual(await opened(sealed, PASSPHRASE.normalize('NFD'), 7_777), text)
  assert.equal(sealed.includes(text.subarray(0, 16)), false)
})

test('what was never sealed passes as it is, with and without a passphrase', async () => {
  assert.deepEqual(await opened(text), text)
  assert.deepEqual(await gather(unseal(inBits(text, 3), undefined)), text)
})

test('nothing and a whole piece can be sealed too', async () => {
  for (const length of [0, 64 * 1024]) {
    const some = text.subarray(0, length)
    assert.deepEqual(await opened(await gather(seal(inBits(some, 5_000), PASSPHRASE))), some)
  }
})

test('without the passphrase or with another nothing is opened', async () => {
  await assert.rejects(gather(unseal(inBits(sealed, 10_000), undefined)), refusedAs('no_passphrase'))
  await assert.rejects(opened(sealed, `${PASSPHRASE} `), refusedAs('wrong_passphrase'))
})

test('a file that was cut off is noticed wherever it was cut, also between two pieces', async () => {
  for (const length of [25, HEAD, HEAD + PIECE, HEAD + 2 * PIECE, HEAD + PIECE + 5, sealed.length - 1])
    await assert.rejects(opened(sealed.subarray(0, length)), refusedAs('cut'), String(length))
})

test('pieces cannot be changed, exchanged, left out, doubled or added', async () => {
  const head = sealed.subarray(0, HEAD)
  const [first, second] = [0, 1].map((place) =>
    sealed.subarray(HEAD + place * PIECE, HEAD + (place + 1) * PIECE),
  )
  const last = sealed.subarray(HEAD + 2 * PIECE)
  const flipped = Buffer.from(sealed)
  flipped.writeUInt8(flipped.readUInt8(HEAD + 500) ^ 1, HEAD + 500)
  const of = (...pieces: (Buffer | undefined)[]) =>
    Buffer.concat([head, ...pieces.filter((piece) => piece !== undefined)])
  for (const changed of [
    flipped,
    of(second, first, last),
    of(second, last),
    of(first, first, second, last),
    of(first, second, last, last),
  ])
    await assert.rejects(opened(changed), Unsealable)
})
