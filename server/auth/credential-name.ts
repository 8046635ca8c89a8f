// Name of a passkey or an API token.
import { checkName } from '#server/http/input/typed-name.ts'

const LONGEST_NAME = 60

/** `whenEmpty`: the sentence of the refusal for an empty name. */
export const readCredentialName = (typed: string, whenEmpty: string) =>
  checkName(typed, { what: 'Der Name', longest: LONGEST_NAME, type: 'name', whenEmpty })
