import pg from 'pg'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { countAttempt, deleteJob, findDueJob, type Job, listDueJobs, postponeJob } from './store.ts'

/**
 * Does the jobs of the database, a few at a time, on every node. Whoever does a job holds an advisory lock on a
 * connection kept for this alone: when the node dies, the lock goes with it, and another node does the job again.
 * So a job may run twice, and has to bear it.
 */
export type JobKind = {
  /** Does the work; what it throws is tried again later, if attempts are left. */
  run(kontor: Kontor, payload: Record<string, unknown>): Promise<void>
  /** After the last attempt, or one that threw `Final`. */
  giveUp?(kontor: Kontor, payload: Record<string, unknown>, error: unknown): Promise<void>
  attempts: number
}
export type JobKinds = Record<string, JobKind>

/** Thrown by a job that would fail in the same way each time. */
export class Final extends Error {
  override readonly name = 'Final'
}

/** Thrown by a job that was told how long to wait. */
export class NotBefore extends Error {
  override readonly name = 'NotBefore'
  readonly seconds: number

  constructor(message: string, seconds: number) {
    super(message)
    this.seconds = seconds
  }
}

const AT_ONCE = 4
/** News of a new job come at once; this is for postponed ones, and for news that got lost. */
const LOOK_MS = 2_000
const LOCK_SPACE = 7_210_313
const LONGEST_PAUSE_SECONDS = 600
/** Whoever wants to be left alone for longer is asked again after this. */
const LONGEST_ASKED_SECONDS = 3_600

export class Worker {
  readonly #kontor: Kontor
  readonly #kinds: JobKinds
  readonly #onError: (error: unknown) => void
  readonly #running = new Map<number, Promise<void>>()
  #locks: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #lookAgain = false
  #stopped = false

  constructor(kontor: Kontor, kinds: JobKinds, onError: (error: unknown) => void) {
    this.#kontor = kontor
    this.#kinds = kinds
    this.#onError = onError
    kontor.news.listen({ changed: (fact) => fact === aboutJobs && this.look(), lost: () => {} })
  }

  start() {
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref()
    this.look()
  }

  /** Waits for what is running; what waits stays for the next start. */
  async stop() {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#looking
    await Promise.all(this.#running.values())
    const locks = this.#locks
    this.#locks = undefined
    await locks?.end().catch(() => {})
  }

  look() {
    if (this.#stopped) return
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
        this.look()
      })
  }

  async #take() {
    const free = AT_ONCE - this.#running.size
    if (free <= 0) return
    // Some of them may be in others' hands.
    const due = await listDueJobs(this.#kontor.db, Object.keys(this.#kinds), AT_ONCE * 4)
    for (const { id } of due) {
      if (this.#running.size >= AT_ONCE || this.#stopped) return
      if (this.#running.has(id) || !(await this.#lock(id))) continue
      // It may have been done between the look and the lock.
      const job = await findDueJob(this.#kontor.db, id)
      if (job) this.#running.set(id, this.#do(job))
      else await this.#unlock(id)
    }
  }

  async #do(job: Job) {
    const { db } = this.#kontor
    const kind = this.#kinds[job.kind] as JobKind
    const giveUp = async (error: unknown) => {
      this.#onError(error)
      await kind.giveUp?.(this.#kontor, job.payload, error)
      await deleteJob(db, job.id)
    }
    try {
      // The last attempt ended with its process, before it could say that it failed.
      if (job.attempts >= kind.attempts)
        return await giveUp(new Error(`the job ${job.id} (${job.kind}) has no attempts left`))
      await countAttempt(db, job.id)
      try {
        await kind.run(this.#kontor, job.payload)
        await deleteJob(db, job.id)
      } catch (error) {
        const attempt = job.attempts + 1
        if (error instanceof Final || attempt >= kind.attempts) return await giveUp(error)
        this.#onError(error)
        await postponeJob(db, job.id, pauseAfter(attempt, error))
      }
    } catch (error) {
      // The database is gone: the job is still there when it is back.
      this.#onError(error)
    } finally {
      this.#running.delete(job.id)
      await this.#unlock(job.id)
      this.look()
    }
  }

  async #lock(id: number): Promise<boolean> {
    const client = (this.#locks ??= await this.#connect())
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, $2) as locked',
      [LOCK_SPACE, id | 0],
    )
    return rows[0]?.locked ?? false
  }

  async #unlock(id: number) {
    await this.#locks?.query('select pg_advisory_unlock($1, $2)', [LOCK_SPACE, id | 0]).catch(() => {})
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#kontor.connection, application_name: 'kontor jobs' })
    const lost = () => {
      if (this.#locks === client) this.#locks = undefined
    }
    client.on('error', lost)
    client.on('end', lost)
    await client.connect()
    return client
  }
}

/** In seconds: longer each time, and no shorter than was asked for. */
function pauseAfter(attempt: number, error: unknown): number {
  const asked = error instanceof NotBefore ? Math.min(error.seconds, LONGEST_ASKED_SECONDS) : 0
  return Math.max(asked, Math.min(2 ** attempt, LONGEST_PAUSE_SECONDS))
}
