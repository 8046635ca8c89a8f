// Decrypts backups of release 1; to be removed in release 3. A head, then chunks of 64 KiB sealed with
// AES-256-GCM. The nonce of a chunk is its number and whether it is the last.
import { argon2, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { SEALED_1X, Undecryptable } from './backup-file.ts'

const SALT_BYTES = 16
const PROOF_BYTES = 32
const HEAD_BYTES = SEALED_1X.length + SALT_BYTES + PROOF_BYTES
const PIECE_BYTES = 64 * 1024
const TAG_BYTES = 16
/** Parameters of release 1. */
const KEY_COST = { parallelism: 1, memory: 64 * 1024, passes: 4, tagLength: 32 }

export async function* unseal(bytes: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  let key: Buffer | undefined
  let number = 0
  let buffered = Buffer.alloc(0)
  for await (const some of bytes) {
    buffered = Buffer.concat([buffered, some])
    if (!key) {
      if (buffered.length < HEAD_BYTES) continue
      key = await deriveKey(buffered, passphrase)
      buffered = buffered.subarray(HEAD_BYTES)
    }
    // The last chunk is known only when nothing follows.
    for (; buffered.length > PIECE_BYTES + TAG_BYTES; buffered = buffered.subarray(PIECE_BYTES + TAG_BYTES)) {
      const opened = decryptPiece(buffered.subarray(0, PIECE_BYTES + TAG_BYTES), key, number++, false)
      if (!opened) throw new Undecryptable('changed')
      yield opened
    }
  }
  const last = key && decryptPiece(buffered, key, number, true)
  // Complete chunks without a final one, or half a chunk: the file is truncated.
  if (!last)
    throw new Undecryptable(
      !key || buffered.length < PIECE_BYTES + TAG_BYTES || decryptPiece(buffered, key, number, false)
        ? 'cut'
        : 'changed',
    )
  yield last
}

const argon2Async = promisify(argon2)

async function deriveKey(bytes: Buffer, passphrase: string): Promise<Buffer> {
  const salt = bytes.subarray(SEALED_1X.length, SEALED_1X.length + SALT_BYTES)
  const message = passphrase.normalize('NFC')
  const master = await argon2Async('argon2id', { ...KEY_COST, message, nonce: salt })
  const part = (info: string) => Buffer.from(hkdfSync('sha256', master, salt, info, 32))
  const proof = createHmac('sha256', part('proof')).update(SEALED_1X).update(salt).digest()
  if (!timingSafeEqual(proof, bytes.subarray(SEALED_1X.length + SALT_BYTES, HEAD_BYTES)))
    throw new Undecryptable('wrong_passphrase')
  return part('pieces')
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function decryptPiece(piece: Buffer, key: Buffer, number: number, isLast: boolean): Buffer | undefined {
  if (piece.length < TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(piece.subarray(piece.length - TAG_BYTES))
  const text = decipher.update(piece.subarray(0, piece.length - TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()])
  } catch {
    return undefined // `final` throws if key, number or bytes are not those of the encryption
  }
}
