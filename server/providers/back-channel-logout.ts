// OpenID Connect Back-Channel Logout: the provider reports a sign-out, which ends sessions opened through it.
// The endpoint is public, so tokens are fully verified, and each counts once.
import { audit } from '#server/audit/audit.ts'
import { networkOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { WrongAnswer } from './ask.ts'
import type { Provider } from './provider.ts'
import { refusalFor } from './read-person.ts'
import { deleteSessionsFrom, insertLogoutToken } from './store.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** In s; older tokens are refused. Used ids are stored for longer (deleteOldSignIns). */
const OLDEST_TOKEN_SECONDS = 600
const LONGEST_CLAIM = 300

export async function backChannelLogout(kontor: Kontor, provider: Provider, token: string, address: string) {
  try {
    const said = await readLogout(provider, token)
    await inTransaction(kontor, async (tx) => {
      const { issuer } = provider
      if (!(await insertLogoutToken(tx, issuer, said.jti))) throw new WrongAnswer('a logout was told before')
      for (const user_id of await deleteSessionsFrom(tx, { ...said, issuer })) {
        await audit(tx, null, 'auth.provider_logout', { user_id, provider: provider.access.name })
        changed(tx, aboutUser(user_id))
      }
    })
  } catch (error) {
    const refusal = refusalFor(error, provider.access.name)
    if (refusal === undefined || refusal.code === 'provider_away') throw refusal ?? error
    kontor.budgets.spend('wrong_sign_ins', networkOf(address))
    throw refuse('logout_token').because(error)
  }
}

async function readLogout(provider: Provider, text: string) {
  const { protectedHeader, payload } = await provider.readToken(text, { maxTokenAge: OLDEST_TOKEN_SECONDS })
  const { jti, events, nonce, sub, sid } = payload
  const must = (isSo: boolean, what: string) => {
    if (!isSo) throw new WrongAnswer(`a logout ${what}`)
  }
  must([undefined, 'JWT', 'logout+jwt'].includes(protectedHeader.typ), 'is a token of another kind')
  must(isObject(events) && isObject(events[EVENT]), 'is about something else')
  must(nonce === undefined, 'has a nonce, as a login has')
  must(isText(jti), 'has no number')
  must(
    (sub === undefined || isText(sub)) && (sid === undefined || isText(sid)),
    'names nobody that can be known',
  )
  must(sub !== undefined || sid !== undefined, 'names nobody')
  return { jti: jti as string, subject: sub, sid: sid as string | undefined }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown) =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= LONGEST_CLAIM &&
  !value.includes('\0') &&
  value.isWellFormed()
