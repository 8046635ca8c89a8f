import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import type { Loss } from '#server/jobs/losses.ts'
import { heldJobs, type KindState, kindStates } from '#server/jobs/queue-state.ts'
import { type BackupState, backupState } from '#server/operation/backup-state.ts'

/** What only the database knows, of all nodes: asked at most every ten seconds, however many look. */
const AGAIN_MS = 10_000
/** While it does not answer. */
const RETRY_MS = 2_000
/** Nobody who looks waits longer: then the figures of this process go out without these. */
const PATIENCE_MS = 1_000

export type LastSync = {
  kind: string
  /** Seconds since it ended. */
  age: number
  failed: boolean
  /** Since one last succeeded; null where none is known. */
  success_age: number | null
}
export type Known = {
  users: number
  sessions: number
  jobs: KindState[]
  losses: { kind: string; reason: Loss; total: number }[]
  syncs: LastSync[]
  backup: BackupState
  /** How long the statement took, in ms. */
  ms: number
}

type Found = Omit<Known, 'ms' | 'backup'>

export class FromDatabase {
  readonly #source: { db: Database; config: Config }
  #known: Known | undefined
  #until = 0
  #asking: Promise<Known | undefined> | undefined

  constructor(source: { db: Database; config: Config }) {
    this.#source = source
  }

  /** Undefined while the database does not answer. */
  async read(): Promise<Known | undefined> {
    if (performance.now() < this.#until) return this.#known
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    let late: NodeJS.Timeout | undefined
    const gaveUp = new Promise<undefined>((done) => {
      late = setTimeout(done, PATIENCE_MS, undefined)
    })
    return Promise.race([this.#asking, gaveUp]).finally(() => clearTimeout(late))
  }

  async #ask(): Promise<Known | undefined> {
    const begin = performance.now()
    try {
      const { rows } = await statement.execute(this.#source.db)
      const found = rows[0] as Found
      const ms = performance.now() - begin
      this.#known = { ...found, backup: await backupState(this.#source), ms }
      this.#until = performance.now() + AGAIN_MS
    } catch {
      // Whoever looks sees it by `kontor_database_up`, and is answered all the same.
      this.#known = undefined
      this.#until = performance.now() + RETRY_MS
    }
    return this.#known
  }
}

const asRows = (query: ReturnType<typeof sql>) =>
  sql`(select coalesce(json_agg(found), '[]') from (${query}) found)`

const statement = sql<Found>`with ${heldJobs} select
  (select count(*)::int from users where is_active) as users,
  (select count(*)::int from sessions where expires_at > now()) as sessions,
  ${asRows(kindStates)} as jobs,
  ${asRows(sql`select kind, reason, sum(count)::int as total from job_losses group by kind, reason order by kind, reason`)} as losses,
  ${asRows(sql`select kind, extract(epoch from now() - max(finished_at))::float8 as age,
      (array_agg(failed order by finished_at desc))[1] as failed,
      extract(epoch from now() - max(finished_at) filter (where not failed))::float8 as success_age
    from background_results where finished_at is not null group by kind order by kind`)} as syncs`
