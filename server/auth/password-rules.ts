import { invalid } from '#server/http/errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/** 8 (by setting) to 128 characters, not the username, not one of the most common; no rules of composition. */
const LONGEST = 128

export function checkNewPassword(
  password: string,
  { username, minLength }: { username: string; minLength: number },
) {
  const problem = problemWith(password.normalize('NFC'), username, minLength)
  if (problem) throw invalid(['body', 'password'], problem, 'password')
}

function problemWith(password: string, username: string, minLength: number): string | undefined {
  const { length } = Array.from(password)
  if (length < minLength) return `Das Passwort muss mindestens ${minLength} Zeichen haben.`
  if (length > LONGEST) return `Das Passwort darf höchstens ${LONGEST} Zeichen haben.`
  if (password.toLowerCase() === username.normalize('NFC').toLowerCase()) {
    return 'Das Passwort darf nicht der Benutzername sein.'
  }
  if (isCommonPassword(password)) {
    return 'Dieses Passwort ist zu bekannt und würde schnell erraten. Bitte wählen Sie ein anderes.'
  }
  return undefined
}
