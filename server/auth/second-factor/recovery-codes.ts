// Ten recovery codes, each valid once. Their 120 random bits cannot be guessed, so a fast hash is enough.
import { createHash, randomBytes } from 'node:crypto'
import { base32 } from './one-time-code.ts'

const CODE_COUNT = 10
const CODE_BYTES = 15

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODE_COUNT }, () => withDashes(base32(randomBytes(CODE_BYTES))))

/** `ABCD-EFGH-IJKL-MNOP-QRST-UVWX` */
const withDashes = (letters: string) => letters.replace(/.{4}(?!$)/g, '$&-')

/** Accepts lower case, spaces and missing dashes. */
export const hashOfRecoveryCode = (typed: string) =>
  createHash('sha256').update(typed.replace(/[\s-]/g, '').toUpperCase()).digest()
