import assert from 'node:assert/strict'
import { argon2Sync, createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { type DecryptionFailure, Undecryptable } from './backup-file.ts'
import { decrypt, encrypt } from './encryption.ts'

const PASSPHRASE = 'drei Wörter und ein Fluß'
/** Encrypted as two chunks of full length and a shorter one. */
const text = randomBytes(150_000)
const PIECE = 64 * 1024 + 16
/** The same text encrypted by each release, and the offset of its chunks. */
const files: Record<string, { bytes: Buffer; head: number }> = {}

async function* inBits(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
async function gather(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(pieces))
}
const decrypted = (bytes: Buffer, passphrase: string | undefined = PASSPHRASE, length = 10_007) =>
  gather(decrypt(inBits(bytes, length), passphrase))
const refusedAs = (reason: DecryptionFailure) => (error: unknown) =>
  error instanceof Undecryptable && error.reason === reason

/** Encryption of release 1. */
function seal(bytes: Buffer): Buffer {
  const mark = Buffer.from('KONTOR-VERSIEGELT-1\n')
  const salt = randomBytes(16)
  const cost = { parallelism: 1, memory: 64 * 1024, passes: 4, tagLength: 32 }
  const master = argon2Sync('argon2id', { ...cost, message: PASSPHRASE, nonce: salt })
  const part = (info: string) => Buffer.from(hkdfSync('sha256', master, salt, info, 32))
  const proof = createHmac('sha256', part('proof')).update(mark).update(salt).digest()
  const pieces = [mark, salt, proof]
  for (let at = 0; at < bytes.length; at += 64 * 1024) {
    const nonce = Buffer.alloc(12)
    nonce.writeBigUInt64BE(BigInt(at / 64 / 1024), 3)
    nonce.writeUInt8(at + 64 * 1024 >= bytes.length ? 1 : 0, 11)
    const cipher = createCipheriv('aes-256-gcm', part('pieces'), nonce)
    pieces.push(cipher.update(bytes.subarray(at, at + 64 * 1024)), cipher.final(), cipher.getAuthTag())
  }
  return Buffer.concat(pieces)
}

before(async () => {
  const age = await gather(encrypt(inBits(text, 1_003), PASSPHRASE, 10))
  files['age'] = { bytes: age, head: age.length - 3 * 16 - text.length }
  files['1.x'] = { bytes: seal(text), head: 20 + 16 + 32 }
})

test('what was encrypted is opened with its passphrase, however it comes in, also what release 1 has encrypted', async () => {
  for (const { bytes } of Object.values(files)) {
    assert.deepEqual(await decrypted(bytes, PASSPHRASE.normalize('NFD'), 7_777), text)
    assert.equal(bytes.includes(text.subarray(0, 16)), false)
  }
  const kept = Buffer.from(
    'S09OVE9SLVZFUlNJRUdFTFQtMQpnEK7Lb+IObDlfh7srWLPlZHMikQiliPdOnHYylhME6xjefpTHzhVkW2xpjDskUeh6j01t1dbAE/mAxO1OOqCZNNA+u7NpPa72p7d6cs68049Dr5RF5WwghBiK2A==',
    'base64',
  )
  assert.equal((await decrypted(kept)).toString(), 'Was release 1 gesichert hat.')
})

test('a backup is a file of age, with a passphrase of the usual cost', async () => {
  const bytes = await gather(encrypt(inBits(text, 10_000), PASSPHRASE))
  assert.match(bytes.toString('latin1', 0, 100), /^age-encryption\.org\/v1\n-> scrypt \S{22} 17\n/)
})

test('what was never encrypted passes as it is, with and without a passphrase', async () => {
  assert.deepEqual(await decrypted(text), text)
  assert.deepEqual(await gather(decrypt(inBits(text, 3), undefined)), text)
})

test('nothing and a whole piece can be encrypted too', async () => {
  for (const length of [0, 64 * 1024]) {
    const some = text.subarray(0, length)
    assert.deepEqual(await decrypted(await gather(encrypt(inBits(some, 5_000), PASSPHRASE, 10))), some)
  }
})

test('without the passphrase or with another nothing is opened', async () => {
  for (const { bytes } of Object.values(files)) {
    await assert.rejects(gather(decrypt(inBits(bytes, 10_000), undefined)), refusedAs('no_passphrase'))
    await assert.rejects(decrypted(bytes, `${PASSPHRASE} `), refusedAs('wrong_passphrase'))
  }
})

test('a file that was cut off is noticed wherever it was cut, also between two pieces', async () => {
  for (const [format, { bytes, head }] of Object.entries(files))
    for (const length of [
      15,
      25,
      head + 2 * PIECE,
      // Fewer cuts for release 1, since deriving its key takes half a second.
      ...(format === 'age' ? [head, head + PIECE, head + PIECE + 5, bytes.length - 1] : []),
    ])
      await assert.rejects(decrypted(bytes.subarray(0, length)), refusedAs('cut'), String(length))
})

test('pieces cannot be changed, exchanged, left out, doubled or added', async () => {
  for (const [format, { bytes, head }] of Object.entries(files)) {
    const begin = bytes.subarray(0, head)
    const [first, second] = [0, 1].map((place) =>
      bytes.subarray(head + place * PIECE, head + (place + 1) * PIECE),
    )
    const last = bytes.subarray(head + 2 * PIECE)
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(head + 500) ^ 1, head + 500)
    const of = (...pieces: (Buffer | undefined)[]) =>
      Buffer.concat([begin, ...pieces.filter((piece) => piece !== undefined)])
    for (const changed of [
      of(second, last),
      ...(format === 'age'
        ? [flipped, of(second, first, last), of(first, first, second, last), of(first, second, last, last)]
        : []),
    ])
      await assert.rejects(decrypted(changed), Undecryptable)
  }
})

test('a file that cannot be read is told as that, and not as a damaged one', async () => {
  async function* broken() {
    yield* inBits(files['age']?.bytes.subarray(0, 100_000) ?? assert.fail(), 10_000)
    throw new Error('the disk has gone')
  }
  await assert.rejects(gather(decrypt(broken(), PASSPHRASE)), /the disk has gone/)
})
