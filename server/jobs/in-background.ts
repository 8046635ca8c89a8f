import { randomBytes } from 'node:crypto'
import type { Action } from '#server/audit/actions.ts'
import { audit } from '#server/audit/audit.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { Refused, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutBackgroundResult, aboutJobs, aboutReports } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import type { JobKind } from './job-kind.ts'
import { addReader, insertBackgroundResult, type Report, setBackgroundResult } from './results-store.ts'
import { countInQueue, deleteJobOfResult, findJobByKey, insertJob } from './store.ts'

/** Kinds of job whose start is audited, as `<kind>.start`. */
type StartableKind = Action extends infer One ? (One extends `${infer Kind}.start` ? Kind : never) : never

/** Maximum of queued and running jobs of one kind per person. */
const MAX_JOBS_PER_PERSON = 50

/**
 * Starts a background job and returns its id at once; the report is stored under that id. If a job with the same
 * key is queued or running, returns the id of that job, or refuses the start if the payload differs.
 */
export async function startInBackground(
  kontor: Kontor,
  {
    kind,
    key,
    by,
    payload = {},
  }: { kind: StartableKind; key: string; by: Caller; payload?: Record<string, unknown> },
): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const queue = String(by.id)
  const isNew = await inCallerTransaction(kontor, by, async (tx) => {
    const job = { kind, queue, key, payload: { ...payload, by: by.id, background_result_id: id } }
    if (!(await insertJob(tx, job))) return false
    if ((await countInQueue(tx, kind, queue)) > MAX_JOBS_PER_PERSON) throw refuse('too_many_started')
    await insertBackgroundResult(tx, { id, kind, started_by: by.id })
    await audit(tx, by.id, `${kind}.start`, payload)
    changed(tx, aboutJobs)
    return true
  })
  if (isNew) return id
  const running = await findJobByKey(kontor.db, kind, key)
  // The running job has ended in the meantime, so the start is repeated.
  if (!running) return startInBackground(kontor, { kind, key, by, payload })
  if (Object.entries(payload).some(([name, value]) => running.payload[name] !== value))
    throw refuse('already_running')
  const runningId = running.payload['background_result_id'] as string
  await addReader(kontor.db, runningId, by.id)
  await audit(kontor.db, by.id, `${kind}.start`, { ...payload, joined: true })
  return runningId
}

/**
 * Stores a report in the transaction of the work and deletes the job, so that a rerun after a crash does not report
 * „nothing to do“ instead.
 */
export type FinishInTx = (tx: Tx, report: Report) => Promise<void>

/**
 * A kind of job with a report for the people who started it. If `work` is refused, the sentence of the refusal
 * becomes the report. After other errors the job is retried; if all attempts fail, `failed` becomes the report.
 * `work` may call `finish` in its own transaction.
 */
export function backgroundJob(
  failed: string,
  work: (kontor: Kontor, payload: Record<string, unknown>, finish: FinishInTx) => Promise<Report>,
  limits: Pick<JobKind, 'atOnce'> = {},
): JobKind {
  const finishOf =
    (payload: Record<string, unknown>): FinishInTx =>
    async (tx, report) => {
      const id = payload['background_result_id'] as string
      await setBackgroundResult(tx, id, report)
      await deleteJobOfResult(tx, id)
      changed(tx, aboutBackgroundResult(id), aboutReports)
    }
  const finish = (kontor: Kontor, payload: Record<string, unknown>, report: Report) =>
    inTransaction(kontor, (tx) => finishOf(payload)(tx, report))
  return {
    ...limits,
    lane: 'planner',
    attempts: 3,
    async run(kontor, payload) {
      await finish(kontor, payload, await work(kontor, payload, finishOf(payload)).catch(reportOrRethrow))
    },
    giveUp: (kontor, payload) => finish(kontor, payload, { outcome: 'failed', result: failed }),
  }
}

function reportOrRethrow(error: unknown): Report {
  if (error instanceof Refused) return { outcome: 'failed', result: error.message }
  throw error
}
