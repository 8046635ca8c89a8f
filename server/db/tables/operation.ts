// Background jobs, nodes, audit log and retention.
import type { Generated, GeneratedAlways } from 'kysely'
import type { JobOutcome } from '#contract/jobs.ts'

/**
 * `failed`: given up after the last attempt. `dropped`: not queued, because the queue is full. `outdated`: no longer
 * useful when the job was due to run.
 */
export type JobLoss = 'failed' | 'dropped' | 'outdated'

export type OperationTables = {
  jobs: {
    id: GeneratedAlways<number>
    kind: string
    queue: Generated<string>
    key: string | null
    payload: Generated<Record<string, unknown>>
    version: Generated<number>
    run_at: Generated<Date>
    useful_until: Date | null
    attempts: Generated<number>
    created_at: Generated<Date>
  }
  job_losses: {
    id: GeneratedAlways<number>
    kind: string
    reason: JobLoss
    count: Generated<number>
    at: Generated<Date>
  }
  webhooks: {
    id: GeneratedAlways<number>
    address: string
    events: string[]
    secret: Buffer
    is_active: Generated<boolean>
    made_at: Generated<Date>
    switched_off_at: Date | null
  }
  webhook_deliveries: {
    id: GeneratedAlways<number>
    webhook_id: number
    message_id: Generated<string>
    event: string
    body: string
    made_at: Generated<Date>
    state: Generated<'waiting' | 'delivered' | 'failed'>
    tries: Generated<number>
    tried_at: Date | null
    status: number | null
    problem: string | null
    once: string | null
  }
  background_results: {
    id: string
    kind: string
    started_by: number | null
    also_for: Generated<number[]>
    result: string | null
    /** Null while the job runs, and for results that release 1.1 stored without an outcome. */
    outcome: JobOutcome | null
    created_at: Generated<Date>
    finished_at: Date | null
  }
  nodes: {
    id: string
    host: string
    version: string
    build: string
    started_at: Generated<Date>
    seen_at: Generated<Date>
    proxied_at: Date | null
    secure_at: Date | null
    stranger: string | null
  }
  node_minutes: {
    node: string
    minute: Date
    started_at: Date
    build: string
    requests: number
    failed: number
    /** In ms: 95th percentile of response times, and delay of the event loop. */
    answer_ms: number | null
    delay_ms: number
    /** Fraction of one core. */
    busy: number
    memory_bytes: number
    live: number
    waiting: number | null
    database_ms: number | null
  }
  failures: {
    id: GeneratedAlways<number>
    reference: string
    at: Date
    node: string
    route: string | null
    what: string
    place: string | null
    request_id: string | null
  }
  audit: {
    id: GeneratedAlways<number>
    at: Generated<Date>
    user_id: number | null
    action: string
    subject: Generated<unknown>
    address: string | null
    /** Prefix of the action before its dot. */
    kind: GeneratedAlways<string>
    /** Objects of the row, e.g. `doc 7`. */
    objects: GeneratedAlways<string[]>
  }
  backups: {
    id: GeneratedAlways<number>
    kind: 'daily' | 'by_hand'
    node: string
    file: string
    started_at: Generated<Date>
    verified_at: Date | null
    failed_at: Date | null
    problem: string | null
    bytes: number | null
    row_count: number | null
    sealed: Generated<boolean>
    removed_at: Date | null
  }
  company: {
    one: Generated<boolean>
    name: string | null
    logo_type: string | null
    logo: Buffer | null
    steps_put_away: Generated<boolean>
  }
  retention: {
    kind: string
    /** 0: data is never deleted. Null: the default period. */
    months: number | null
    /** `YYYY-MM-DD` */
    ran_on: string | null
    removed: Generated<number>
  }
}
