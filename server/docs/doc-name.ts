import { invalid } from '#server/http/errors.ts'

/** Names need not be unique, but have to be something. */
export function checkDocName(typed: string): string {
  const name = typed.normalize('NFC').trim()
  if (name === '') throw invalid(['body', 'name'], 'Der Name des Prozesses darf nicht leer sein.')
  return name
}
