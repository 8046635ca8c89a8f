// Identifies backup files, and whether they are encrypted, by their magic numbers.

const AGE = Buffer.from('age-encryption.org/v1\n')
/** Encrypted by release 1. */
export const SEALED_1X = Buffer.from('KONTOR-VERSIEGELT-1\n')
/** zstd. */
const PACKED = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Number of first bytes that suffice to identify a file. */
export const BEGIN = AGE.length

/** Requires more than three bytes: a shorter beginning could be that of any file. */
export const isAge = (begin: Uint8Array) => begin.length > 3 && startsWith(begin, AGE)
export const isSealed1x = (begin: Uint8Array) => startsWith(begin, SEALED_1X)
export const isPacked = (begin: Uint8Array) => startsWith(begin, PACKED)
/** True for an empty file: it may be truncated, or reserve its name. */
export const looksLikeBackup = (begin: Uint8Array) =>
  begin.length === 0 || isAge(begin) || isSealed1x(begin) || isPacked(begin)

/** A shorter prefix, from a truncated file, matches too. */
const startsWith = (begin: Uint8Array, mark: Buffer) =>
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
