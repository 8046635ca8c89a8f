// Records refusals worth noticing: a line in the log, and a row in the audit log. Both carry ids, the route and
// the address, never what was typed. Called where refusals are answered, so that no route can forget it.
import type { FastifyBaseLogger } from 'fastify'
import { BackgroundWrites } from '#server/db/background-writes.ts'
import type { Database } from '#server/db/connect.ts'
import { formatAddress } from '#server/http/address.ts'
import { isLogOnly, type SeenRefusal } from '#server/http/seen-refusals.ts'
import type { Kontor } from '#server/kontor.ts'
import { RefusalFloodLimit } from './flood.ts'
import { insertRows, type NewRow } from './store.ts'

const MINUTE_MS = 60_000
const REFUSAL_PREFIX = 'refused.'

export class RefusalRecorder {
  readonly #db: Database
  readonly #log: FastifyBaseLogger
  readonly #flood: RefusalFloodLimit
  readonly #writes: BackgroundWrites
  readonly #minute: NodeJS.Timeout

  constructor({ db }: Pick<Kontor, 'db'>, log: FastifyBaseLogger, flood = new RefusalFloodLimit()) {
    this.#db = db
    this.#log = log
    this.#flood = flood
    this.#writes = new BackgroundWrites((error) =>
      log.error({ err: error }, 'refusals could not be written to the audit log'),
    )
    this.#minute = setInterval(() => this.endMinute(), MINUTE_MS).unref()
  }

  note({ code, status, address: given, user_id, account_id, route, request_id, ids, why }: SeenRefusal) {
    const address = formatAddress(given)
    const kind = REFUSAL_PREFIX + code
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
    // A 404 for an anonymous caller or an unknown route gets no row: scanners would fill the audit log.
    if (isLogOnly(code) || (code === 'not_found' && (user_id === undefined || !route))) return
    const subject = { ...others, ...(account !== undefined && { user_id: account }), route }
    this.#write([{ at: new Date(), user_id: user_id ?? null, action: kind, address, subject }])
  }

  /** Records the number of refusals of this minute that were not recorded individually. */
  endMinute() {
    const rows: NewRow[] = []
    for (const { kind, address, count } of this.#flood.end()) {
      this.#log.warn({ event: kind, address, count }, 'refused, more of the same')
      if (isLogOnly(kind.slice(REFUSAL_PREFIX.length))) continue
      rows.push({ at: new Date(), user_id: null, action: kind, address, subject: { count } })
    }
    if (rows.length > 0) this.#write(rows)
  }

  #write(rows: NewRow[]) {
    this.#writes.add(() => insertRows(this.#db, rows))
  }

  flush(): Promise<void> {
    return this.#writes.flush()
  }

  close(): Promise<void> {
    clearInterval(this.#minute)
    this.endMinute()
    return this.flush()
  }
}
