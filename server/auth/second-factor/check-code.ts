// What a right password needs beside it: the code of somebody who has set that up, each code once; and where administrators
// need a second factor, the passkey of one who has nothing else.
import type { Database } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import type { LoginProof } from '../session-store.ts'
import { stepOf } from './one-time-code.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { findDemands, takeRecoveryCode, takeStep } from './store.ts'

const mustUsePasskey = ({ config }: Pick<Kontor, 'config'>, demands: Demands) =>
  // Whoever has none yet is let in, to set one up and nothing else.
  config.adminSecondFactor === 'required' && demands?.is_admin === true && demands.has_factor

type Demands = Awaited<ReturnType<typeof findDemands>>

/** Whether a password alone signs this account in. */
export async function needsMoreThanPassword(kontor: Pick<Kontor, 'config'>, tx: Database, userId: number) {
  const demands = await findDemands(tx, userId)
  return (demands?.secret ?? null) !== null || mustUsePasskey(kontor, demands)
}

/** Answers what proved who it is; throws where the password is not enough. Asked only after the password was right. */
export async function checkCode(
  kontor: Pick<Kontor, 'db' | 'config'>,
  userId: number,
  typed: string | undefined,
): Promise<LoginProof> {
  const { db } = kontor
  const demands = await findDemands(db, userId)
  if (!demands?.secret) {
    if (mustUsePasskey(kontor, demands)) throw refuse('passkey_required').concerning(userId)
    return 'password'
  }
  const code = typed?.replace(/\s/g, '') ?? ''
  if (code === '') throw refuse('code_required').concerning(userId)
  const step = stepOf(demands.secret, code, Date.now())
  if (step !== undefined && (await takeStep(db, userId, step))) return 'code'
  if (step === undefined && (await takeRecoveryCode(db, userId, hashOfRecoveryCode(code))))
    return 'recovery_code'
  throw refuse('wrong_code').concerning(userId)
}
