// Setup of one-time codes in two steps: the secret is shown with the recovery codes, and both become valid when the
// user enters a first right code. Then all other sessions end, since they were opened by a password alone.
import { randomBytes } from 'node:crypto'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { qrCodeSvg } from '#server/exports/pdf/qr-code.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { lockCallerAndSession } from '../own-transaction.ts'
import { deleteSessions } from '../session-store.ts'
import { base32, findTimeStep, otpauthAddress } from './one-time-code.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { deleteCodes, findCodesForUpdate, putSecret, replaceRecoveryCodes, setCodesOn } from './store.ts'

/** As long as the SHA-1 hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** In bytes; a larger QR code is hard to scan from a screen. */
const MAX_QR_BYTES = 300
/** Maximum lengths of the names, tried in turn; the last always fits. */
const NAME_LENGTHS = [60, 30, 15, 5]

export async function beginCodeSetup(kontor: Kontor, by: Caller) {
  const secret = randomBytes(SECRET_BYTES)
  const codes = newRecoveryCodes()
  await inTransaction(kontor, async (tx) => {
    await lockCallerAndSession(tx, by)
    if (!(await putSecret(tx, by.id, secret))) throw refuse('codes_are_on')
    await replaceRecoveryCodes(tx, by.id, codes.map(hashOfRecoveryCode))
  })
  const address = fitAddressToQrCode(secret, kontor.company.name, by.username)
  return { secret: base32(secret), address, drawing: qrCodeSvg(address), recovery_codes: codes }
}

/** Shortens long or multi-byte names until the address fits the QR code. */
function fitAddressToQrCode(secret: Buffer, appName: string, username: string): string {
  const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('')
  const addresses = NAME_LENGTHS.map((most) =>
    otpauthAddress({ secret, app: cut(appName, most), account: cut(username, most) }),
  )
  return addresses.find(({ length }) => length <= MAX_QR_BYTES) ?? (addresses.at(-1) as string)
}

export async function turnOnCodes(kontor: Kontor, by: Caller, typed: string) {
  await inTransaction(kontor, async (tx) => {
    await lockCallerAndSession(tx, by)
    const waiting = await findCodesForUpdate(tx, by.id)
    if (!waiting) throw refuse('codes_are_off')
    if (waiting.on_since) throw refuse('codes_are_on')
    const step = findTimeStep(waiting.secret, typed.replace(/\s/g, ''), Date.now())
    if (step === undefined) throw refuse('wrong_first_code')
    await setCodesOn(tx, by.id, step)
    await deleteSessions(tx, by.id, by.session_id)
    await audit(tx, by.id, 'auth.codes_on')
    changed(tx, aboutUser(by.id))
  })
}

export async function renewRecoveryCodes(kontor: Kontor, by: Caller): Promise<string[]> {
  const codes = newRecoveryCodes()
  await inTransaction(kontor, async (tx) => {
    await lockCallerAndSession(tx, by)
    const present = await findCodesForUpdate(tx, by.id)
    if (!present?.on_since) throw refuse('codes_are_off')
    await replaceRecoveryCodes(tx, by.id, codes.map(hashOfRecoveryCode))
    await audit(tx, by.id, 'auth.codes_recovery')
  })
  return codes
}

export async function turnOffCodes(kontor: Kontor, by: Caller) {
  await inTransaction(kontor, async (tx) => {
    await lockCallerAndSession(tx, by)
    if (!(await deleteCodes(tx, by.id))) throw refuse('codes_are_off')
    await audit(tx, by.id, 'auth.codes_off')
    changed(tx, aboutUser(by.id))
  })
}
