// Validates usernames; names of anonymised people are reserved.
import { isFormerPersonName } from '#server/db/people.ts'
import { readName } from '#server/http/input/typed-name.ts'
import { userSentences } from './sentences.ts'

const MAX_USERNAME_LENGTH = 100
const problems = {
  empty: { sentence: userSentences.nameIsEmpty, type: 'minLength' },
  unseen: { sentence: userSentences.nameIsUnseen, type: 'pattern' },
  long: { sentence: userSentences.nameTooLong(MAX_USERNAME_LENGTH), type: 'maxLength' },
} as const

export function readUsername(typed: string): { name: string } | { sentence: string; type: string } {
  const read = readName(typed, { longest: MAX_USERNAME_LENGTH })
  if ('problem' in read) return problems[read.problem]
  return isFormerPersonName(read.name) ? { sentence: userSentences.nameOfFormer, type: 'pattern' } : read
}
