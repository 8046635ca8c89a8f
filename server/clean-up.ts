import { deleteOldRefusals } from './audit/store.ts'
import { deleteOldChallenges } from './auth/passkeys/store.ts'
import { deleteExpired } from './auth/store.ts'
import { deleteExpiredTokens } from './auth/tokens/store.ts'
import { deleteOldRightsChanges } from './chat/store.ts'
import { deleteUnusedPhotos } from './docs/photos/store.ts'
import { purgeDocs } from './docs/purge-docs.ts'
import { deleteUnusedImages } from './images/store.ts'
import { deleteOldLinks } from './invitations/store.ts'
import { deleteOutdatedJobs, foldLosses } from './jobs/losses-store.ts'
import { deleteOldResults } from './jobs/results-store.ts'
import type { Kontor } from './kontor.ts'
import { isBelieved } from './nodes/clock.ts'
import { tick } from './nodes/store.ts'
import { deleteOldBackupRows } from './operation/backup-store.ts'
import { runRetention } from './privacy/retention/run-retention.ts'
import { deleteOldSignIns } from './providers/store.ts'
import { deleteOldMetrics } from './status/store.ts'
import { deleteOldUndos } from './undo/store.ts'
import { deleteOldDeliveries } from './webhooks/store.ts'

/** Removes what time has made useless, every hour; nothing while the clock that says so is not believed. */
export async function cleanUp(kontor: Kontor) {
  const { db, config } = kontor
  if (!isBelieved(await tick(db))) return
  await deleteExpired(db, config.sessionMaxDays)
  await deleteExpiredTokens(db)
  await deleteOldLinks(db)
  await deleteOldSignIns(db)
  await deleteOldChallenges(db)
  await deleteOldResults(db)
  await deleteOldDeliveries(db)
  await deleteOldUndos(db)
  await deleteOutdatedJobs(db)
  await foldLosses(db)
  await purgeDocs(kontor)
  await deleteOldRightsChanges(db)
  await deleteUnusedImages(db)
  await deleteUnusedPhotos(db)
  await deleteOldRefusals(db)
  await deleteOldMetrics(db)
  await deleteOldBackupRows(db)
  await runRetention(kontor)
}
