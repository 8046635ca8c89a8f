// A password has at least as many characters as the setting demands, and at most 128. It must not be common, and
// must not be the username or the app's name, not even with a few extra characters. There are no rules about
// character classes.
import { foldCase } from '#server/db/fold-case.ts'
import { refuseInvalid } from '#server/http/errors.ts'
import { isCommonPassword, isLittleMoreThanName } from './common-passwords.ts'
import { authSentences } from './sentences.ts'

const MAX_PASSWORD_LENGTH = 128

type Rules = { passwordMinLength: number; appName: string }

export function checkNewPassword(password: string, username: string, rules: Rules) {
  const problem = problemWithPassword(password, username, rules)
  if (problem) throw refuseInvalid(['body', 'password'], problem, 'password')
}

/** The reason why a password is not acceptable for this account, as a German sentence. */
export function problemWithPassword(
  typed: string,
  username: string,
  { passwordMinLength, appName }: Rules,
): string | undefined {
  const password = typed.normalize('NFC')
  const { length } = Array.from(password)
  if (length < passwordMinLength) return `Das Passwort muss mindestens ${passwordMinLength} Zeichen haben.`
  if (length > MAX_PASSWORD_LENGTH) return authSentences.passwordTooLong(MAX_PASSWORD_LENGTH)
  if (isNearlyName(foldCase(password), foldCase(username))) return authSentences.passwordIsUsername
  if (isLittleMoreThanName(password, appName) || isCommonPassword(password)) {
    return authSentences.passwordTooCommon
  }
  return undefined
}

/** Up to this many extra characters do not turn a name into a password: „clara123“, „2026clara“. */
const MAX_EXTRA_CHARACTERS = 4

const isNearlyName = (password: string, name: string) =>
  password.includes(name) && Array.from(password).length <= Array.from(name).length + MAX_EXTRA_CHARACTERS
