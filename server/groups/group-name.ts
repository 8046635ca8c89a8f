import { invalid } from '#server/http/errors.ts'

const LONGEST = 80

/** A name as it is kept: trimmed, its characters composed. `.` and `..` would be lost on the way through an address. */
export function checkGroupName(typed: string, parameter: 'groupname' | 'newname'): string {
  const name = typed.normalize('NFC').trim()
  const problem =
    name === ''
      ? 'Der Name der Gruppe darf nicht leer sein.'
      : Array.from(name).length > LONGEST
        ? `Der Name der Gruppe darf höchstens ${LONGEST} Zeichen haben.`
        : /^\.{1,2}$/.test(name)
          ? 'Eine Gruppe kann nicht nur aus Punkten bestehen.'
          : undefined
  if (problem) throw invalid(['path', parameter], problem)
  return name
}
