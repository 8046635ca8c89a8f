import type { Kontor } from '#server/kontor.ts'
import { isPassword } from './hashing.ts'
import { takeAttemptBack } from './store.ts'

/** Whether an admitted attempt has the right password. One that could not be looked at, as too many wait, was no guess. */
export async function checkAttempt(
  { db }: Kontor,
  { attempt, password_hash }: { attempt: number; password_hash: string | null },
  password: string,
): Promise<boolean> {
  try {
    return await isPassword(password, password_hash)
  } catch (error) {
    await takeAttemptBack(db, attempt)
    throw error
  }
}
