import { deleteOldRefusals } from './audit/store.ts'
import { deleteOldChallenges } from './auth/passkeys/store.ts'
import { deleteExpiredLoginData } from './auth/store.ts'
import { deleteExpiredTokens } from './auth/tokens/store.ts'
import { deleteOldClientKeys } from './chat/messages-store.ts'
import { deleteOldRightsChanges } from './chat/store.ts'
import { deleteUnusedPhotos } from './docs/photos/store.ts'
import { purgeDocs } from './docs/purge-docs.ts'
import { oneByOne } from './every.ts'
import { deleteUnusedImages } from './images/store.ts'
import { deleteOldLinks } from './invitations/store.ts'
import { deleteOutdatedJobs, foldLosses } from './jobs/losses-store.ts'
import { deleteOldResults } from './jobs/results-store.ts'
import type { Kontor } from './kontor.ts'
import { deleteOldBackupRows } from './operation/backup-store.ts'
import { runRetention } from './privacy/retention/run-retention.ts'
import { deleteOldSignIns } from './providers/store.ts'
import { deleteOldMetrics, hasRunADayAgo } from './status/store.ts'
import { deleteOldUndos } from './undo/store.ts'
import { deleteOldDeliveries } from './webhooks/store.ts'

const steps: ((kontor: Kontor) => Promise<unknown>)[] = [
  ({ db, config }) => deleteExpiredLoginData(db, config.sessionMaxDays),
  ({ db }) => deleteExpiredTokens(db),
  ({ db }) => deleteOldLinks(db),
  ({ db }) => deleteOldSignIns(db),
  ({ db }) => deleteOldChallenges(db),
  ({ db }) => deleteOldResults(db),
  ({ db }) => deleteOldDeliveries(db),
  ({ db }) => deleteOldUndos(db),
  ({ db }) => deleteOutdatedJobs(db),
  ({ db }) => foldLosses(db),
  purgeDocs,
  ({ db }) => deleteOldRightsChanges(db),
  ({ db }) => deleteOldClientKeys(db),
  ({ db }) => deleteUnusedImages(db),
  ({ db }) => deleteUnusedPhotos(db),
  ({ db }) => deleteOldRefusals(db),
  ({ db }) => deleteOldMetrics(db),
  ({ db }) => deleteOldBackupRows(db),
  runRetention,
]

/** Deletes expired data of all kinds. */
export const cleanUp = (kontor: Kontor) => oneByOne(steps, (step) => step(kontor))

/**
 * Deletes nothing unless a node was running a day ago by the clock of the database. If this clock has jumped
 * ahead, all data seem expired, and deletion is final; the day leaves time to notice.
 */
export async function cleanUpAfterFirstDay(kontor: Kontor) {
  if (await hasRunADayAgo(kontor.db)) await cleanUp(kontor)
}
