// How a backup begins: by its first bytes it is told from any other file.

/** Of one that is sealed with a passphrase. */
export const SEALED = Buffer.from('KONTOR-VERSIEGELT-1\n')
/** Of what zstd has packed. */
const PACKED = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** So many bytes are enough to know. */
export const BEGIN = SEALED.length

export const isSealed = (begin: Buffer) => begins(begin, SEALED)
export const isPacked = (begin: Buffer) => begins(begin, PACKED)
/** Or nothing at all: what a cut left over, or a name that somebody has only reserved. */
export const isBackup = (begin: Buffer) => begin.length === 0 || isSealed(begin) || isPacked(begin)

/** Also where there are fewer bytes: a backup that was cut off there. */
const begins = (begin: Buffer, mark: Buffer) =>
  begin.length > 0 && begin.subarray(0, mark.length).equals(mark.subarray(0, begin.length))
