// Finds out for whom a token stands: for whoever made it, as they are now, within its scopes. It is looked up again
// within a minute, and at once when something about its owner changes.
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#server/caller.ts'
import { networkOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { Cache } from '#server/live/cache.ts'
import { aboutUser } from '#server/live/facts.ts'
import { hashOfToken } from './keep-tokens.ts'
import { findByToken, findOwner, setUsed } from './store.ts'

/** As exactly as its last use is known. */
const KEEP_SECONDS = 60

export class TokenCallers {
  readonly #kontor: Kontor
  readonly #callers: Cache<Caller>

  constructor(kontor: Kontor) {
    this.#kontor = kontor
    this.#callers = new Cache(kontor.news, 1_000)
  }

  known(token: string): Caller | undefined {
    return this.#callers.get(token)
  }

  /** Refused where it opens nothing: guessing is counted for each address. */
  async callerOf(token: string, { address }: Pick<FastifyRequest, 'address'>): Promise<Caller> {
    const known = this.#callers.get(token)
    if (known) return known
    const { db, config, budgets } = this.#kontor
    const { asOf } = this.#callers
    const hash = hashOfToken(token)
    const found = await findByToken(db, hash, {
      happeningsGroup: config.happeningsGroup,
      adminsNeedFactor: config.adminSecondFactor === 'required',
    })
    if (!found) {
      budgets.spend('wrong_tokens', networkOf(address))
      throw refuse('token_over').concerning((await findOwner(db, hash)) ?? null)
    }
    const { token_id, token_name, scopes, used_from, seconds_left, seconds_unused, ...user } = found
    const now = performance.now()
    const caller: Caller = {
      ...user,
      token: { id: token_id, name: token_name, scopes },
      // It is no session, and nobody has typed a password for it.
      session_id: 0,
      ends_at: now + seconds_left * 1000,
      confirmed_at: Number.NEGATIVE_INFINITY,
    }
    if (seconds_unused > KEEP_SECONDS || used_from !== address) await setUsed(db, token_id, address)
    const until = Math.min(now + KEEP_SECONDS * 1000, caller.ends_at)
    this.#callers.keep(token, caller, { asOf, facts: [aboutUser(caller.id)], until })
    return caller
  }
}
