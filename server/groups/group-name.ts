import { invalid } from '#server/http/errors.ts'
import { readName } from '#server/http/typed-name.ts'

const LONGEST = 80
const problems = {
  empty: 'Der Name der Gruppe darf nicht leer sein.',
  unseen: 'Der Name der Gruppe enthält Zeichen, die man nicht sieht.',
  long: `Der Name der Gruppe darf höchstens ${LONGEST} Zeichen haben.`,
  dots: 'Eine Gruppe kann nicht nur aus Punkten bestehen.',
}

/** `.` and `..` would be lost on the way through an address; more dots look too much like them. */
export function checkGroupName(typed: string, parameter: 'groupname' | 'newname'): string {
  const read = readName(typed, { longest: LONGEST })
  const problem = 'problem' in read ? read.problem : /^\.+$/.test(read.name) ? 'dots' : undefined
  if (problem || 'problem' in read) throw invalid(['path', parameter], problems[problem ?? 'empty'])
  return read.name
}
