// Encrypts a backup with a passphrase. The file is a head, then pieces of 64 KiB, each sealed with AES-256-GCM. A
// piece's nonce is its number and whether it is the last: so none can be changed, moved, left out or added, and a file
// that was cut off is noticed at its end. Never more than two pieces are in memory.
import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { isSealed, SEALED } from './first-bytes.ts'

const SALT = 16
const PROOF = 32
const HEAD = SEALED.length + SALT + PROOF
const PIECE = 64 * 1024
const TAG = 16
/** Half a second and 64 MiB for each guess at the passphrase. */
const KEY_COST = { parallelism: 1, memory: 64 * 1024, passes: 4, tagLength: 32 }

export type Broken = 'no_passphrase' | 'wrong_passphrase' | 'cut' | 'changed'

export class Unsealable extends Error {
  override readonly name = 'Unsealable'
  readonly reason: Broken

  constructor(reason: Broken) {
    super(`the backup cannot be unsealed: ${reason}`)
    this.reason = reason
  }
}

export async function* seal(pieces: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT)
  const { key, proof } = await keysOf(passphrase, salt)
  yield Buffer.concat([SEALED, salt, proof])
  let number = 0
  let held: Buffer | undefined
  for await (const piece of inPieces(pieces, PIECE)) {
    if (held) yield sealed(held, key, number++, false)
    held = piece
  }
  yield sealed(held ?? Buffer.alloc(0), key, number, true)
}

/** A file that is not sealed passes as it is. */
export async function* unseal(
  bytes: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): AsyncGenerator<Buffer> {
  const reader = bytes[Symbol.asyncIterator]()
  let begin: Buffer = Buffer.alloc(0)
  let next: IteratorResult<Buffer>
  while (begin.length < HEAD && !(next = await reader.next()).done) begin = Buffer.concat([begin, next.value])
  const rest = { [Symbol.asyncIterator]: () => reader }
  if (!isSealed(begin)) {
    if (begin.length > 0) yield begin
    yield* rest
    return
  }
  if (begin.length < HEAD) throw new Unsealable('cut')
  if (passphrase === undefined) throw new Unsealable('no_passphrase')
  const salt = begin.subarray(SEALED.length, SEALED.length + SALT)
  const { key, proof } = await keysOf(passphrase, salt)
  if (!timingSafeEqual(proof, begin.subarray(SEALED.length + SALT, HEAD)))
    throw new Unsealable('wrong_passphrase')
  yield* unsealPieces(startingWith(begin.subarray(HEAD), rest), key)
}

async function* unsealPieces(bytes: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let number = 0
  let held: Buffer | undefined
  for await (const piece of inPieces(bytes, PIECE + TAG)) {
    if (held) yield opened(held, key, number++, false)
    held = piece
  }
  if (!held) throw new Unsealable('cut')
  const last = open(held, key, number, true)
  // Whole pieces without an end: somebody or something has taken the rest away.
  if (!last)
    throw new Unsealable(open(held, key, number, false) || held.length < PIECE + TAG ? 'cut' : 'changed')
  yield last
}

const derive = promisify(argon2)

async function keysOf(passphrase: string, salt: Buffer) {
  const message = passphrase.normalize('NFC')
  const master = await derive('argon2id', { ...KEY_COST, message, nonce: salt })
  const part = (info: string) => Buffer.from(hkdfSync('sha256', master, salt, info, 32))
  // Tells a wrong passphrase from a damaged file; of the key itself it says nothing.
  const proof = createHmac('sha256', part('proof')).update(SEALED).update(salt).digest()
  return { key: part('pieces'), proof }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function sealed(piece: Buffer, key: Buffer, number: number, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
  return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
}

function opened(piece: Buffer, key: Buffer, number: number, isLast: boolean): Buffer {
  const text = open(piece, key, number, isLast)
  if (!text) throw new Unsealable('changed')
  return text
}

function open(piece: Buffer, key: Buffer, number: number, isLast: boolean): Buffer | undefined {
  if (piece.length < TAG) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: TAG })
  decipher.setAuthTag(piece.subarray(piece.length - TAG))
  const text = decipher.update(piece.subarray(0, piece.length - TAG))
  try {
    return Buffer.concat([text, decipher.final()])
  } catch {
    return undefined // not what was sealed: the only way in which it says so
  }
}

/** The same bytes in pieces of one length, the last one shorter. */
async function* inPieces(bytes: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let kept: Buffer[] = []
  let size = 0
  for await (const some of bytes) {
    kept.push(some)
    size += some.length
    if (size < length) continue
    let all = Buffer.concat(kept)
    for (; all.length >= length; all = all.subarray(length)) yield all.subarray(0, length)
    kept = [all]
    size = all.length
  }
  if (size > 0) yield Buffer.concat(kept)
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}
