// Codes that are new every half minute, as RFC 6238 says and every authenticator app does it: SHA-1, six digits.
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** Clocks of phones are off by some seconds, and typing takes some. */
const STEPS_OFF = 1

export const stepAt = (milliseconds: number) => Math.floor(milliseconds / 1_000 / STEP_SECONDS)

export function codeOf(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const at = (hash.at(-1) as number) & 15
  const number = hash.readUInt32BE(at) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The half minute that a typed code is of, if it is one of now; each is compared, whatever the others say. */
export function stepOf(secret: Uint8Array, typed: string, now: number): number | undefined {
  if (typed.length !== DIGITS) return undefined
  const bytes = Buffer.from(typed)
  let match: number | undefined
  for (let step = stepAt(now) - STEPS_OFF; step <= stepAt(now) + STEPS_OFF; step++) {
    const code = Buffer.from(codeOf(secret, step))
    if (bytes.length === code.length && timingSafeEqual(bytes, code)) match = step
  }
  return match
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as people and apps type them (RFC 4648, without the filling at the end). */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + LETTERS[(held << (5 - bits)) & 31] : text
}

/** Content of an account's QR code, in the format that all apps read. */
export function addressOf({ secret, app, account }: { secret: Uint8Array; app: string; account: string }) {
  const label = `${encodeURIComponent(app)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(app)}`
}
