// Records metrics of this node every minute for „Betrieb“: in the database, so that every node can show all of
// them and restarts lose nothing. While the database is away, up to a day of minutes is buffered.
import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseGone } from '#server/db/database-gone.ts'
import type { RequestMetrics } from '#server/http/requests.ts'
import type { Kontor } from '#server/kontor.ts'
import { readFiguresInTime } from '#server/operation/all-nodes-store.ts'
import type { EventLoop } from './event-loop.ts'
import { insertMinutes, type NodeMinute } from './store.ts'

const MINUTE_MS = 60_000
const MAX_QUEUED_MINUTES = 1_440

type MinuteRecorderParts = {
  kontor: Kontor
  node: string
  requests: RequestMetrics
  loop: EventLoop
  log: FastifyBaseLogger
}

export class MinuteRecorder {
  readonly #parts: MinuteRecorderParts
  readonly #startedAt = new Date(Date.now() - process.uptime() * 1_000)
  readonly #timer: NodeJS.Timeout
  #used = process.cpuUsage()
  #since = performance.now()
  #waiting: NodeMinute[] = []
  #writing: Promise<void> = Promise.resolve()

  constructor(parts: MinuteRecorderParts) {
    this.#parts = parts
    this.#timer = setInterval(() => void this.end(), MINUTE_MS).unref()
  }

  /** Flushes the current minute. */
  end(at = new Date()): Promise<void> {
    this.#writing = this.#writing.then(() => this.#end(at))
    return this.#writing
  }

  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.#writing
  }

  async #end(at: Date) {
    const { kontor, node, requests, loop } = this.#parts
    const { minute } = requests
    const { user, system } = process.cpuUsage(this.#used)
    const passed = performance.now() - this.#since
    const counted = {
      node,
      build: kontor.build,
      minute: new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS),
      started_at: this.#startedAt,
      requests: minute.requests,
      failed: minute.failed,
      answer_ms: minute.us.count === 0 ? null : minute.us.percentile(95) / 1_000,
      delay_ms: loop.endMinute().most,
      busy: (user + system) / 1_000 / passed,
      memory_bytes: process.memoryUsage.rss(),
      live: kontor.budgets.running('live_connections'),
    }
    this.#used = process.cpuUsage()
    this.#since = performance.now()
    Object.assign(minute, { requests: 0, failed: 0 })
    minute.us.reset()
    const answer = await readFiguresInTime(kontor)
    const snapshot = answer === 'late' ? undefined : answer
    const waiting = snapshot?.jobs.reduce((all, kind) => all + kind.waiting, 0) ?? null
    this.#waiting = [...this.#waiting, { ...counted, waiting, database_ms: snapshot?.ms ?? null }].slice(
      -MAX_QUEUED_MINUTES,
    )
    if (snapshot) await this.#write()
  }

  async #write() {
    const { kontor, log } = this.#parts
    try {
      await insertMinutes(kontor.db, this.#waiting)
      this.#waiting = []
    } catch (error) {
      if (isDatabaseGone(error as Error)) return
      this.#waiting = []
      log.error({ err: error }, 'minutes could not be written down')
    }
  }
}
