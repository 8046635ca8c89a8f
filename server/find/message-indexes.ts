// Building the indexes takes longer than the rest of a restore, and only searches need them: a restore leaves them
// out, and the server builds them while people work. Until then a search covers only the newest messages.
import { endConnection, getSocket, openConnection } from '#server/db/open.ts'
import { type JobKind, ServerEnds } from '#server/jobs/job-kind.ts'
import { insertJob } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { hasMessageIndexes, makeMessageIndexes } from './message-indexes-store.ts'

export const INDEX_MESSAGES_JOB_KIND = 'find.words'

export const indexMessagesJob: JobKind = {
  lane: 'upkeep',
  attempts: 3,
  async run({ connection, db }, _payload, _job, ending) {
    if (await hasMessageIndexes(db)) return
    const client = await openConnection(connection, { name: 'kontor words' })
    const cut = () => getSocket(client).destroy()
    ending.addEventListener('abort', cut)
    try {
      if (!ending.aborted) await makeMessageIndexes(db, client)
    } catch (error) {
      if (!ending.aborted) throw error
    } finally {
      ending.removeEventListener('abort', cut)
      await endConnection(client)
    }
    if (ending.aborted) throw new ServerEnds()
  },
}

/** Does nothing if the indexes exist, or if the job that builds them is queued or running. */
export async function queueIndexBuild(kontor: Kontor) {
  if (await hasMessageIndexes(kontor.db)) return
  await inTransaction(kontor, async (tx) => {
    if (await insertJob(tx, { kind: INDEX_MESSAGES_JOB_KIND, key: 'one', payload: {} }))
      changed(tx, aboutJobs)
  })
}
