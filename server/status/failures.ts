// Unexpected errors: each gets a number that is shown to the user, logged, and listed in „Betrieb“. Only the type
// of the error and its place in the code are stored, never the message, which may quote content.
import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { BackgroundWrites } from '#server/db/background-writes.ts'
import type { Database } from '#server/db/connect.ts'
import { isDatabaseGone } from '#server/db/database-gone.ts'
import { redactError } from '#server/http/logging.ts'
import { eventOf } from '#server/jobs/job-kind.ts'
import { insertFailure } from './store.ts'

type Met = { route?: string | undefined; request_id?: string | undefined; log: FastifyBaseLogger }

export class Failures {
  readonly #db: Database
  readonly #node: string
  readonly #writes: BackgroundWrites

  constructor(db: Database, node: string, log: FastifyBaseLogger) {
    this.#db = db
    this.#node = node
    this.#writes = new BackgroundWrites((error) =>
      log.error({ err: error }, 'a failure could not be written down'),
    )
  }

  /** Logs and stores an error. Returns its number. */
  note(error: unknown, { route, request_id, log }: Met, message: string): string {
    const reference = randomBytes(6).toString('hex')
    log.error({ err: error, reference, route }, message)
    const failure = {
      reference,
      at: new Date(),
      node: this.#node,
      route: route ?? null,
      request_id: request_id ?? null,
      ...describeError(error),
    }
    this.#writes.add(() => insertFailure(this.#db, failure))
    return reference
  }

  /**
   * For background work. Expected failures of other machines, such as the database, only cause a warning with a log
   * event. All others are stored by `note`.
   */
  tell(error: unknown, log: FastifyBaseLogger) {
    const event = eventOf(error) ?? (isDatabaseGone(error as Error) ? 'database.away' : undefined)
    if (event === undefined) this.note(error, { log }, 'work beside requests failed')
    else log.warn({ event, ...codeOf(error) }, (error as Error).message)
  }

  flush(): Promise<void> {
    return this.#writes.flush()
  }
}

/** Code of the innermost cause that has one, such as `ECONNREFUSED`. */
function codeOf(error: unknown): { code: string } | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  return codeOf(error.cause) ?? (typeof code === 'string' ? { code } : undefined)
}

/** `file:///srv/kontor/server/app.ts:12:5` → `server/app.ts:12`. */
function ownCodeLocation(word: string): string | undefined {
  const at = word.indexOf(ROOT)
  const [file = '', line] = at < 0 ? [] : word.slice(at + ROOT.length).split(':')
  return line !== undefined && OWN_CODE.test(file) ? `${file}:${line}` : undefined
}
/** The folder of this checkout. */
const ROOT = new URL('../../', import.meta.url).href
const OWN_CODE = /^(server|contract|planner-simulator)\//

/**
 * `what`: the type of the error, with the code of a database error: `TypeError`, `error 23514`. `place`: the first
 * stack frame in our own code.
 */
function describeError(error: unknown): { what: string; place: string | null } {
  const { type, code, stack } = redactError(error)
  const place = stack
    .split(/[\s()]/)
    .map(ownCodeLocation)
    .find((place) => place !== undefined)
  return { what: [type, code].filter(Boolean).join(' '), place: place ?? null }
}
