// Refusals that somebody should be able to see: each is a line in the log at once, and a row of the audit log. Both
// carry ids, the route and the address, never what was typed. Hooked in where refusals are answered, so that no route
// can forget it.
import type { FastifyBaseLogger } from 'fastify'
import { RowsLater } from '#server/db/rows-later.ts'
import { plainAddress } from '#server/http/address.ts'
import { isLineOnly, type SeenRefusal } from '#server/http/seen-refusals.ts'
import type { Kontor } from '#server/kontor.ts'
import { Flood } from './flood.ts'
import { insertRows, type NewRow } from './store.ts'

const MINUTE_MS = 60_000
/** While the database is away; all of them are in the log. */
const MOST_WAITING = 2_000
const PREFIX = 'refused.'

export class Refusals {
  readonly #log: FastifyBaseLogger
  readonly #flood: Flood
  readonly #later: RowsLater<NewRow>
  readonly #minute: NodeJS.Timeout

  constructor({ db }: Pick<Kontor, 'db'>, log: FastifyBaseLogger, flood = new Flood()) {
    this.#log = log
    this.#flood = flood
    this.#later = new RowsLater({
      most: MOST_WAITING,
      write: (rows) => insertRows(db, rows),
      onLost: (error, rows) =>
        log.error({ err: error, rows }, 'refusals could not be written to the audit log'),
    })
    this.#minute = setInterval(() => this.endMinute(), MINUTE_MS).unref()
  }

  note({ code, status, address: given, user_id, account_id, route, request_id, ids, why }: SeenRefusal) {
    const address = plainAddress(given)
    const kind = PREFIX + code
    if (!this.#flood.admits({ kind, address })) return
    const { user_id: inPath, ...others } = ids ?? {}
    const account = account_id ?? inPath
    this.#log.warn(
      {
        event: kind,
        status,
        address,
        user_id,
        route,
        request_id,
        ...others,
        ...(account !== undefined && { account_id: account }),
        ...(why !== undefined && { err: why }),
      },
      'refused',
    )
    // A stranger who guesses addresses has found nothing: that is no row.
    if (isLineOnly(code) || (code === 'not_found' && (user_id === undefined || !route))) return
    const subject = { ...others, ...(account !== undefined && { user_id: account }), route }
    this.#later.add({ at: new Date(), user_id: user_id ?? null, action: kind, address, subject })
  }

  /** Tells how many more there were than were written down one by one. */
  endMinute() {
    for (const { kind, address, count } of this.#flood.end()) {
      this.#log.warn({ event: kind, address, count }, 'refused, more of the same')
      if (isLineOnly(kind.slice(PREFIX.length))) continue
      this.#later.add({ at: new Date(), user_id: null, action: kind, address, subject: { count } })
    }
  }

  flush(): Promise<void> {
    return this.#later.flush()
  }

  close(): Promise<void> {
    clearInterval(this.#minute)
    this.endMinute()
    return this.flush()
  }
}
