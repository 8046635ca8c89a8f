// What the file of a backup is: by its first bytes it is told from any other, and whether it is encrypted.

const AGE = Buffer.from('age-encryption.org/v1\n')
/** Of one that release 1 has encrypted. */
export const SEALED_1X = Buffer.from('KONTOR-VERSIEGELT-1\n')
/** Of what zstd has packed. */
const PACKED = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Bytes that are enough to know. */
export const BEGIN = AGE.length

/** A file of one „a“ may be anything. */
export const isAge = (begin: Uint8Array) => begin.length > 3 && startsWith(begin, AGE)
export const isSealed1x = (begin: Uint8Array) => startsWith(begin, SEALED_1X)
export const isPacked = (begin: Uint8Array) => startsWith(begin, PACKED)
/** Or nothing at all: what a cut left over, or a name that somebody has only reserved. */
export const isBackup = (begin: Uint8Array) =>
  begin.length === 0 || isAge(begin) || isSealed1x(begin) || isPacked(begin)

/** Also where there are fewer bytes: a backup that was cut off there. */
const startsWith = (begin: Uint8Array, mark: Buffer) =>
  begin.length > 0 && mark.subarray(0, begin.length).equals(begin.subarray(0, mark.length))

export type Broken = 'no_passphrase' | 'wrong_passphrase' | 'cut' | 'changed'

export class Undecryptable extends Error {
  override readonly name = 'Undecryptable'
  readonly reason: Broken

  constructor(reason: Broken, cause?: unknown) {
    super(`the backup cannot be decrypted: ${reason}`, { cause })
    this.reason = reason
  }
}
