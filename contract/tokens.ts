// API tokens, with which programs make calls on behalf of an administrator: `Authorization: Bearer kontor_…`.
import { type Static, Type } from 'typebox'
import { del, get, post } from './endpoint.ts'
import { Body, DateTime, Id, Nullable, OneOf, SuccessAnswer, SuccessAnswerWith } from './shapes.ts'
import { tokenLifetimeDays, tokenScopes } from './words/tokens.ts'

const Scope = OneOf(tokenScopes, { title: 'TokenScope' })
export type TokenScope = Static<typeof Scope>

export const ApiToken = Type.Object(
  {
    id: Id,
    name: Type.String(),
    /** The owner; the token has their rights, within its scopes. */
    user_id: Id,
    display_name: Type.String(),
    scopes: Type.Array(Scope),
    made_at: DateTime,
    expires_at: DateTime,
    is_expired: Type.Boolean(),
    /** Rounded to the minute. */
    used_at: Nullable(DateTime),
    used_from: Nullable(Type.String()),
  },
  { title: 'ApiToken' },
)
export type ApiToken = Static<typeof ApiToken>

export const tokens = {
  list: get('/tokens/', {
    shedFirst: true,
    says: 'Die API-Tokens aller Admins',
    may: 'admin',
    answer: Type.Object({ items: Type.Array(ApiToken) }),
  }),
  make: post('/tokens/', {
    says: 'Ein API-Token anlegen, das im eigenen Namen handelt; es steht nur in dieser Antwort',
    may: 'admin',
    confirmed: true,
    limit: 'tokens',
    body: Body({
      name: Type.String({ minLength: 1, maxLength: 60 }),
      scopes: Type.Array(Scope, { minItems: 1, maxItems: tokenScopes.length }),
      /** Lifetime in days. */
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: tokenLifetimeDays.longest })),
    }),
    answer: SuccessAnswerWith({ token_id: Id, token: Type.String() }),
  }),
  revoke: del('/tokens/{token_id}/', {
    says: 'Ein API-Token widerrufen, auch das eines anderen Admins; es gilt sofort nicht mehr',
    may: 'admin',
    params: Type.Object({ token_id: Id }),
    answer: SuccessAnswer,
  }),
}
