import type pg from 'pg'
import { endConnection, openConnection } from '#server/db/open.ts'
import type { JobLoss } from '#server/db/tables/operation.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { isFinal, type JobKind, type JobKinds, RetryLater, ServerEnds } from './job-kind.ts'
import { lanes } from './lanes.ts'
import { insertLoss } from './losses-store.ts'
import {
  beginJob,
  type Due,
  endJob,
  type Job,
  listDueJobs,
  postponeJob,
  tuneDueJobsConnection,
} from './store.ts'

/** Interval of polling for delayed jobs and lost news. Usually news announces a new job at once. */
const POLL_MS = 2_000
/** Timeout of a query, because a connection can be dead without an error. */
const ANSWER_TIMEOUT_MS = 5_000
/** First key of every job's advisory lock. */
export const LOCK_SPACE = 7_210_313
const MAX_PAUSE_SECONDS = 600
/** Upper bound of a requested pause. */
const MAX_REQUESTED_PAUSE_SECONDS = 3_600

/**
 * Runs jobs from the database, a few per lane at a time, on every node. A running job is protected by an
 * advisory lock on a dedicated connection: if the node dies, the lock is released and another node runs it
 * again. So jobs must tolerate running twice.
 */
export class Worker {
  readonly #kontor: Kontor
  readonly #kinds: JobKinds
  readonly #onError: (error: unknown) => void
  readonly #running = new Map<number, { due: Due; done: Promise<void> }>()
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #lookAgain = false
  readonly #ending = new AbortController()

  constructor(kontor: Kontor, kinds: JobKinds, onError: (error: unknown) => void) {
    this.#kontor = kontor
    this.#kinds = kinds
    this.#onError = onError
    kontor.news.listen({ changed: (fact) => fact === aboutJobs && this.poll(), lost: () => {} })
  }

  start() {
    this.#timer = setInterval(() => this.poll(), POLL_MS).unref()
    this.poll()
  }

  /** Waits for running jobs. Queued ones are left to other nodes or to the next start. */
  async stop() {
    this.#ending.abort()
    clearInterval(this.#timer)
    await this.#looking
    await Promise.all([...this.#running.values()].map(({ done }) => done))
    const client = this.#client
    this.#client = undefined
    if (client) await endConnection(client)
  }

  poll() {
    if (this.#ending.signal.aborted) return
    if (this.#looking) {
      this.#lookAgain = true
      return
    }
    this.#looking = this.#take()
      .catch(this.#onError)
      .finally(() => {
        this.#looking = undefined
        if (!this.#lookAgain) return
        this.#lookAgain = false
        this.poll()
      })
  }

  async #take() {
    const kinds = Object.keys(this.#kinds).filter((kind) => this.#hasPlace(kind))
    if (kinds.length === 0) return
    for (const due of await this.#ask((client) => listDueJobs(client, kinds))) {
      if (this.#ending.signal.aborted) return
      const { id, kind, queue } = due
      // Skips a job whose lock another node holds.
      if (this.#running.has(id) || !this.#hasPlace(kind, queue) || !(await this.#lock(id))) continue
      let job: Awaited<ReturnType<typeof beginJob>>
      try {
        job = await beginJob(this.#kontor.db, id)
      } finally {
        // The job was finished between query and lock, or the update failed.
        if (!job) await this.#unlock(id)
      }
      if (job) this.#running.set(id, { due, done: this.#do(job) })
    }
  }

  /** True if one more job of this kind may start on this node: in `queue`, or, if it is missing, in any queue. */
  #hasPlace(name: string, queue?: string): boolean {
    const kind = this.#kinds[name] as JobKind
    const { places, each } = lanes[kind.lane]
    const running = [...this.#running.values()].map(({ due }) => due)
    const inLane = running.filter((due) => this.#kinds[due.kind]?.lane === kind.lane)
    const queues = inLane.filter((due) => due.kind === name).map((due) => due.queue)
    if (inLane.length >= places || queues.length >= (kind.atOnce ?? places)) return false
    if (queue === undefined) return true
    const most = Math.min(each, kind.places?.(this.#kontor, queue, queues) ?? each)
    return queues.filter((other) => other === queue).length < most
  }

  async #do(job: Job & { outdated: boolean }) {
    const { db } = this.#kontor
    const kind = this.#kinds[job.kind] as JobKind
    const lose = async (reason: JobLoss) => {
      await insertLoss(db, job.kind, reason)
      await endJob(db, job)
    }
    const giveUp = async (error: unknown) => {
      this.#onError(error)
      await kind.giveUp?.(this.#kontor, job.payload, error)
      await lose('failed')
    }
    try {
      if (job.outdated) return await lose('outdated')
      // The process died during the last attempt, before the job could fail.
      if (job.attempts > kind.attempts)
        return await giveUp(new Error(`the job ${job.id} (${job.kind}) has no attempts left`))
      try {
        await kind.run(this.#kontor, job.payload, job, this.#ending.signal)
        await endJob(db, job)
      } catch (error) {
        const takesAttempt = !(error instanceof RetryLater) || error.takesAttempt
        if (isFinal(error) || (takesAttempt && job.attempts >= kind.attempts)) return await giveUp(error)
        if (!(error instanceof ServerEnds)) this.#onError(error)
        await postponeJob(db, job, { seconds: pauseAfter(job.attempts, error), takesAttempt })
      }
    } catch (error) {
      // Usually the database cannot be reached. The row of the job still exists, so the job runs again later.
      this.#onError(error)
    } finally {
      this.#running.delete(job.id)
      await this.#unlock(job.id)
      this.poll()
    }
  }

  /**
   * Runs a query on the connection that holds the locks. After an error the connection is dropped, and its locks
   * with it.
   */
  async #ask<T>(question: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = (this.#client ??= await this.#connect())
    try {
      return await question(client)
    } catch (error) {
      if (this.#client === client) this.#client = undefined
      client.end().catch(() => {})
      throw error
    }
  }

  async #lock(id: number): Promise<boolean> {
    const { rows } = await this.#ask((client) =>
      client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
        LOCK_SPACE,
        id | 0,
      ]),
    )
    return rows[0]?.locked ?? false
  }

  async #unlock(id: number) {
    await this.#client?.query('select pg_advisory_unlock($1, $2)', [LOCK_SPACE, id | 0]).catch(() => {})
  }

  async #connect(): Promise<pg.Client> {
    const client = await openConnection(this.#kontor.connection, {
      name: 'kontor jobs',
      answerMs: ANSWER_TIMEOUT_MS,
      pipeline: true,
    })
    const lost = () => {
      if (this.#client === client) this.#client = undefined
    }
    client.on('error', lost)
    client.on('end', lost)
    try {
      await tuneDueJobsConnection(client)
    } catch (error) {
      await endConnection(client)
      throw error
    }
    return client
  }
}

/** Pause in seconds: grows with each attempt, and is at least as long as the error requests. */
function pauseAfter(attempt: number, error: unknown): number {
  const requested = error instanceof RetryLater ? Math.min(error.seconds, MAX_REQUESTED_PAUSE_SECONDS) : 0
  return Math.max(requested, Math.min(2 ** attempt, MAX_PAUSE_SECONDS))
}
