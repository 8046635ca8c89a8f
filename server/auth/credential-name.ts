// Name of a passkey or an API token.
import { invalid } from '#server/http/errors.ts'
import { readName } from '#server/http/input/typed-name.ts'
import { sentences } from './sentences.ts'

const LONGEST = 60

/** `whenEmpty`: the sentence of the refusal for an empty name. */
export function readCredentialName(typed: string, whenEmpty: string): string {
  const read = readName(typed, { longest: LONGEST })
  if ('name' in read) return read.name
  const problems = { empty: whenEmpty, unseen: sentences.nameIsUnseen, long: sentences.nameTooLong(LONGEST) }
  throw invalid(['body', 'name'], problems[read.problem], 'name')
}
