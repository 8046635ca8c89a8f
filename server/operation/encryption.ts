// Encrypts backups with a passphrase in the format of age (https://age-encryption.org/v1), so `age --decrypt`
// opens them too. Chunks are numbered and the last is marked, so that none can be changed, moved, dropped or
// added.
import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'
import { isAgeEncrypted, isSealed1x, MAGIC_LENGTH, Undecryptable } from './backup-file.ts'
import { unseal } from './sealed-1x.ts'

/** 2^17: a guess costs half a second and 128 MiB. age itself uses twice as much. */
const SCRYPT_WORK = 17
/** Part of the message by which this error is recognised, since errors of age have no codes. */
const NO_KEY_FITS = /^no identity matched/

/** A lower work factor is for tests. */
export async function* encrypt(pieces: AsyncIterable<Buffer>, passphrase: string, work = SCRYPT_WORK) {
  const age = new Encrypter()
  age.setPassphrase(passphrase.normalize('NFC'))
  age.setScryptWorkFactor(work)
  yield* await age.encrypt(toWebStream(pieces))
}

/** Unencrypted input passes unchanged; the format of release 1 is supported too. */
export async function* decrypt(
  bytes: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  let begin = Buffer.alloc(0)
  for (let next = await source.next(); !next.done; next = await source.next()) {
    begin = Buffer.concat([begin, next.value])
    if (begin.length >= MAGIC_LENGTH) break
  }
  const isOf1x = isSealed1x(begin)
  const all = prependBytes(begin, source)
  if (!isOf1x && !isAgeEncrypted(begin)) {
    yield* all
    return
  }
  if (begin.length < MAGIC_LENGTH) throw new Undecryptable('cut')
  if (passphrase === undefined) throw new Undecryptable('no_passphrase')
  yield* isOf1x ? unseal(all, passphrase) : decryptAge(all, passphrase)
}

async function* decryptAge(bytes: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Uint8Array> {
  const age = new Decrypter()
  age.addPassphrase(passphrase.normalize('NFC'))
  let isAtEnd = false
  let unreadable: unknown
  async function* watched() {
    try {
      yield* bytes
      isAtEnd = true
    } catch (error) {
      unreadable = error
      throw error
    }
  }
  try {
    yield* await age.decrypt(toWebStream(watched()))
  } catch (error) {
    if (unreadable !== undefined) throw unreadable
    if (NO_KEY_FITS.test((error as Error).message)) throw new Undecryptable('wrong_passphrase', error)
    throw new Undecryptable(isAtEnd ? 'cut' : 'changed', error)
  }
}

async function* prependBytes(begin: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (begin.length > 0) yield begin
  yield* { [Symbol.asyncIterator]: () => rest }
}

const toWebStream = (pieces: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>
