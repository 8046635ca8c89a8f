import { isFormerName } from '#server/db/people.ts'
import { invalid, refuse } from '#server/http/errors.ts'
import { readName } from '#server/http/typed-name.ts'

const LONGEST = 100
const problems = {
  empty: ['Der Benutzername darf nicht leer sein.', 'minLength'],
  unseen: ['Der Benutzername enthält Zeichen, die man nicht sieht.', 'pattern'],
  long: [`Der Benutzername darf höchstens ${LONGEST} Zeichen haben.`, 'maxLength'],
} as const

export function checkUsername(typed: string): string {
  const read = readName(typed, { longest: LONGEST })
  if ('problem' in read) {
    const [sentence, type] = problems[read.problem]
    throw invalid(['body', 'username'], sentence, type)
  }
  if (isFormerName(read.name))
    throw invalid(['body', 'username'], 'So heißen nur Personen, die anonymisiert sind.', 'pattern')
  return read.name
}

/** Names the one that is there where it is written otherwise: nobody would find it under what they typed. */
export const usernameTaken = (typed: string, present: string | undefined) =>
  refuse(
    'name_taken',
    `Den Benutzer „${typed}“ gibt es schon${present === undefined || present === typed ? '' : `, geschrieben „${present}“`}.`,
  )
