// TOTP codes (RFC 6238), compatible with every authenticator app: SHA-1, six digits, 30 seconds.
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** Tolerance for clock drift and typing, in steps. */
const TOLERATED_STEPS = 1

export const stepAt = (milliseconds: number) => Math.floor(milliseconds / 1_000 / STEP_SECONDS)

export function computeCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const at = (hash.at(-1) as number) & 15
  const number = hash.readUInt32BE(at) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Time step of the code; undefined if the code is wrong. Compares all candidates, for constant time. */
export function findTimeStep(secret: Uint8Array, typed: string, now: number): number | undefined {
  if (typed.length !== DIGITS) return undefined
  const bytes = Buffer.from(typed)
  let match: number | undefined
  for (let step = stepAt(now) - TOLERATED_STEPS; step <= stepAt(now) + TOLERATED_STEPS; step++) {
    const code = Buffer.from(computeCode(secret, step))
    if (bytes.length === code.length && timingSafeEqual(bytes, code)) match = step
  }
  return match
}

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32_ALPHABET[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + BASE32_ALPHABET[(held << (5 - bits)) & 31] : text
}

/** The otpauth address for the QR code. */
export function otpauthAddress({
  secret,
  app,
  account,
}: {
  secret: Uint8Array
  app: string
  account: string
}) {
  const label = `${encodeURIComponent(app)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(app)}`
}
