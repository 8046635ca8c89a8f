import { invalid } from '#server/http/errors.ts'
import { readName } from '#server/http/typed-name.ts'

const LONGEST = 200
const problems = {
  empty: 'Der Name des Prozesses darf nicht leer sein.',
  unseen: 'Der Name des Prozesses enthält Zeichen, die man nicht sieht.',
  long: `Der Name des Prozesses darf höchstens ${LONGEST} Zeichen haben.`,
}

/** Names of documents need not be unique. */
export function checkDocName(typed: string): string {
  const read = readName(typed, { longest: LONGEST })
  if ('problem' in read) throw invalid(['body', 'name'], problems[read.problem])
  return read.name
}
