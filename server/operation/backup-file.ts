// Identifies backup files, and whether they are encrypted, by their magic numbers.

const AGE = Buffer.from('age-encryption.org/v1\n')
/** Encrypted by release 1. */
export const SEALED_1X = Buffer.from('KONTOR-VERSIEGELT-1\n')
/** zstd. */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Number of first bytes that suffice to identify a file. */
export const MAGIC_LENGTH = AGE.length

/** Requires more than three bytes: a shorter beginning could be that of any file. */
export const isAgeEncrypted = (begin: Uint8Array) => begin.length > 3 && startsWithMagic(begin, AGE)
export const isSealed1x = (begin: Uint8Array) => startsWithMagic(begin, SEALED_1X)
export const isZstd = (begin: Uint8Array) => startsWithMagic(begin, ZSTD_MAGIC)
/** True for an empty file: it may be truncated, or reserve its name. */
export const looksLikeBackup = (begin: Uint8Array) =>
  begin.length === 0 || isAgeEncrypted(begin) || isSealed1x(begin) || isZstd(begin)

/** A shorter prefix, from a truncated file, matches too. */
const startsWithMagic = (begin: Uint8Array, mark: Buffer) =>
  begin.length > 0 && mark.subarray(0, begin.length).equals(begin.subarray(0, mark.length))

export type DecryptionFailure = 'no_passphrase' | 'wrong_passphrase' | 'cut' | 'changed'

export class Undecryptable extends Error {
  override readonly name = 'Undecryptable'
  readonly reason: DecryptionFailure

  constructor(reason: DecryptionFailure, cause?: unknown) {
    super(`the backup cannot be decrypted: ${reason}`, { cause })
    this.reason = reason
  }
}
