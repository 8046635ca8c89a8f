import { admitAttempt } from '#server/auth/login-limit.ts'
import { setAttemptFailed } from '#server/auth/store.ts'
import type { Kontor } from '#server/kontor.ts'

/** Records failed attempts without hashing any password. */
export async function failAttempts(
  kontor: Kontor,
  username: string,
  times: number,
  addressOf: (attempt: number) => string = () => '127.0.0.1',
) {
  for (let attempt = 0; attempt < times; attempt++) {
    const admitted = await admitAttempt(kontor, username, addressOf(attempt))
    await setAttemptFailed(kontor.db, admitted.attempt)
  }
}
