// Validates usernames; names of anonymised people are reserved.
import { isFormerName } from '#server/db/people.ts'
import { readName } from '#server/http/input/typed-name.ts'
import { userSentences } from './sentences.ts'

const LONGEST_USERNAME = 100
const problems = {
  empty: { sentence: userSentences.nameIsEmpty, type: 'minLength' },
  unseen: { sentence: userSentences.nameIsUnseen, type: 'pattern' },
  long: { sentence: userSentences.nameTooLong(LONGEST_USERNAME), type: 'maxLength' },
} as const

export function readUsername(typed: string): { name: string } | { sentence: string; type: string } {
  const read = readName(typed, { longest: LONGEST_USERNAME })
  if ('problem' in read) return problems[read.problem]
  return isFormerName(read.name) ? { sentence: userSentences.nameOfFormer, type: 'pattern' } : read
}
