// Name of a passkey or an API token.
import { checkName } from '#server/http/input/typed-name.ts'

const MAX_CREDENTIAL_NAME_LENGTH = 60

/** `whenEmpty`: the sentence of the refusal for an empty name. */
export const parseCredentialName = (typed: string, whenEmpty: string) =>
  checkName(typed, { what: 'Der Name', longest: MAX_CREDENTIAL_NAME_LENGTH, type: 'name', whenEmpty })
