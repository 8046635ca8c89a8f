// Second factor after a right password. A user who has set up one-time codes must enter one; each code is valid once.
// If the settings require a second factor for administrators, an administrator who has only a passkey must sign in
// with the passkey.
import type { Database } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { findTimeStep } from './one-time-code.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { consumeRecoveryCode, consumeTimeStep, findFactorRequirements, needsSecondFactor } from './store.ts'

export const adminsNeedFactor = ({ config }: Pick<Kontor, 'config'>) =>
  config.adminSecondFactor === 'required'

/** True if a password alone does not sign in. */
export const needsMoreThanPassword = (kontor: Pick<Kontor, 'config'>, tx: Database, userId: number) =>
  needsSecondFactor(tx, userId, adminsNeedFactor(kontor))

/** Returns the factor that was used; throws if one is missing or wrong. Called only after the password was right. */
export async function checkCode(
  kontor: Pick<Kontor, 'db' | 'config'>,
  userId: number,
  typed: string | undefined,
): Promise<'password' | 'code' | 'recovery_code'> {
  const { db } = kontor
  const demands = await findFactorRequirements(db, userId, adminsNeedFactor(kontor))
  if (!demands?.secret) {
    if (demands?.must_use_factor) throw refuse('passkey_required').concerning(userId)
    return 'password'
  }
  const code = typed?.replace(/\s/g, '') ?? ''
  if (code === '') throw refuse('code_required').concerning(userId)
  const step = findTimeStep(demands.secret, code, Date.now())
  if (step !== undefined && (await consumeTimeStep(db, userId, step))) return 'code'
  if (step === undefined && (await consumeRecoveryCode(db, userId, hashOfRecoveryCode(code))))
    return 'recovery_code'
  throw refuse('wrong_code').concerning(userId)
}
