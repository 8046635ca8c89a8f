// API tokens of administrators: created once, shown once, stored as a hash, revocable at once.
import { randomBytes } from 'node:crypto'
import type { TokenScope } from '#contract/tokens.ts'
import { tokenLifetimeDays } from '#contract/words/tokens.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { TOKEN_PREFIX } from '#server/http/access.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { parseCredentialName } from '../credential-name.ts'
import { authSentences } from '../sentences.ts'
import { hashToken } from '../sessions.ts'
import { countTokens, deleteToken, insertToken, lockTokenOwnerForUpdate } from './store.ts'

/** Valid tokens per person. */
const MAX_TOKENS = 20

type NewToken = { name: string; scopes: TokenScope[]; days?: number | undefined }

export function makeToken(
  kontor: Kontor,
  by: Caller,
  { name: typed, scopes: named, days = tokenLifetimeDays.usual }: NewToken,
): Promise<{ token_id: number; token: string }> {
  const name = parseCredentialName(typed, authSentences.tokenWithoutName)
  const scopes = [...new Set(named)]
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
  return inTransaction(kontor, async (tx) => {
    if (!(await lockTokenOwnerForUpdate(tx, by.id))) throw refuse('forbidden')
    if ((await countTokens(tx, by.id)) >= MAX_TOKENS) throw refuse('too_many_tokens')
    const token_id = await insertToken(tx, {
      user_id: by.id,
      name,
      token_hash: hashToken(token),
      scopes,
      days,
    })
    await audit(tx, by.id, 'token.make', { made_id: token_id, name, scopes, days })
    return { token_id, token }
  })
}

/** Any administrator may revoke any token, so that a leaked one ends at once. */
export function revokeToken(kontor: Kontor, by: Caller, id: number) {
  return inTransaction(kontor, async (tx) => {
    const gone = await deleteToken(tx, id)
    if (!gone) throw refuse('not_found', authSentences.tokenIsGone)
    await audit(tx, by.id, 'token.revoke', { revoked_id: id, name: gone.name, user_id: gone.user_id })
    changed(tx, aboutUser(gone.user_id))
  })
}
