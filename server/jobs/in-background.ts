import { randomBytes } from 'node:crypto'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { Refused, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutBackgroundResult, aboutJobs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import type { JobKind } from './job-kind.ts'
import { addToResult, insertBackgroundResult, setBackgroundResult } from './results-store.ts'
import { countInQueue, deleteJobOfResult, findJobByKey, insertJob } from './store.ts'

/** Of one kind for one person, waiting and running. */
const MOST_EACH = 50

/**
 * A long-running action: its start answers an id at once, its end leaves a German text under it.
 * A second start while one runs answers the running one's id; one that asks for something else is refused.
 */
export async function startInBackground(
  kontor: Kontor,
  {
    kind,
    key,
    by,
    payload = {},
  }: { kind: string; key: string; by: Caller; payload?: Record<string, unknown> },
): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const queue = String(by.id)
  const isNew = await inTransaction(kontor, async (tx) => {
    const job = { kind, queue, key, payload: { ...payload, by: by.id, background_result_id: id } }
    if (!(await insertJob(tx, job))) return false
    if ((await countInQueue(tx, kind, queue)) > MOST_EACH) throw refuse('too_many_started')
    await insertBackgroundResult(tx, { id, kind, started_by: by.id })
    await audit(tx, by.id, `${kind}.start`, payload)
    changed(tx, aboutJobs)
    return true
  })
  if (isNew) return id
  const running = await findJobByKey(kontor.db, kind, key)
  // It may have ended in this very moment: then this start is a first one.
  if (!running) return startInBackground(kontor, { kind, key, by, payload })
  if (Object.entries(payload).some(([name, value]) => running.payload[name] !== value))
    throw refuse('already_running')
  const runningId = running.payload['background_result_id'] as string
  await addToResult(kontor.db, runningId, by.id)
  await audit(kontor.db, by.id, `${kind}.start`, { ...payload, joined: true })
  return runningId
}

/** `work` answers the text. A refusal's sentence is the text too; after anything else there is one without internals. */
export function backgroundJob(
  failed: string,
  work: (kontor: Kontor, payload: Record<string, unknown>) => Promise<string>,
  limits: Pick<JobKind, 'atOnce'> = {},
): JobKind {
  const finish = (kontor: Kontor, payload: Record<string, unknown>, text: string, failed: boolean) =>
    inTransaction(kontor, async (tx) => {
      const id = payload['background_result_id'] as string
      await setBackgroundResult(tx, id, text, failed)
      await deleteJobOfResult(tx, id)
      changed(tx, aboutBackgroundResult(id))
    })
  return {
    ...limits,
    lane: 'planner',
    attempts: 3,
    async run(kontor, payload) {
      const [text, failed] = await work(kontor, payload).then(
        (text) => [text, false] as const,
        (error: unknown) => {
          if (error instanceof Refused) return [error.message, true] as const
          throw error
        },
      )
      await finish(kontor, payload, text, failed)
    },
    giveUp: (kontor, payload) => finish(kontor, payload, failed, true),
  }
}
