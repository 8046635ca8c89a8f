import { invalid } from '#server/http/errors.ts'

const LONGEST = 100

/** A name as it is kept: trimmed, its characters composed. */
export function checkUsername(typed: string): string {
  const username = typed.normalize('NFC').trim()
  if (username === '')
    throw invalid(['body', 'username'], 'Der Benutzername darf nicht leer sein.', 'minLength')
  if (Array.from(username).length > LONGEST) {
    throw invalid(
      ['body', 'username'],
      `Der Benutzername darf höchstens ${LONGEST} Zeichen haben.`,
      'maxLength',
    )
  }
  return username
}
