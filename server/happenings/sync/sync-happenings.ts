// Imports the planner's happenings of a window. Only drafts are written, but never their recorders, nor actual
// times that were entered here. If the planner fails or returns nothing, nothing is written.
import type { HappeningSyncPreview } from '#contract/happenings.ts'
import { audit } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import { backgroundJob, type FinishInTx } from '#server/jobs/in-background.ts'
import type { Report } from '#server/jobs/results-store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutHappenings, aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import type { PlannedHappening } from '#server/planner/port.ts'
import { askPlanner } from '#server/planner/sync.ts'
import { listRecorderIds } from '../store.ts'
import { insertHistory } from '../times/store.ts'
import { type Diff, diffHappenings, isEmpty, removesRows } from './diff.ts'
import { previewOf, reportOf } from './report.ts'
import * as store from './store.ts'
import type { SyncWindow } from './window.ts'

export const SYNC_HAPPENINGS_JOB_KIND = 'happenings.sync'

export const syncHappeningsJob = backgroundJob(
  'Der Abgleich ist fehlgeschlagen. Es wurde nichts geändert.',
  (kontor, { start_date, end_date, by }, finish) =>
    syncHappenings(
      kontor,
      { start_date: start_date as string, end_date: end_date as string },
      by as number,
      finish,
    ),
)

export async function syncHappenings(
  kontor: Kontor,
  window: SyncWindow,
  by: number | null,
  finish?: FinishInTx,
): Promise<Report> {
  const planned = await fetchPlannedHappenings(kontor, window)
  if (planned.length === 0) throw refuse('planner_refused', nothingPlannedSentence)
  return inTransaction(kontor, async (tx) => {
    await store.lockSyncForUpdate(tx)
    const diff = await compareWithStored(tx, window, planned)
    if (!isEmpty(diff)) {
      await store.writeDiff(tx, diff, kontor.config.timeZone)
      await insertPlanHistory(tx, diff)
      changed(tx, aboutHappenings)
      const inactivated = diff.inactivated.map(({ id }) => id)
      changed(tx, ...(await listRecorderIds(tx, inactivated)).map(aboutUser))
    }
    await audit(tx, by, 'happening.sync', { ...window, ...countsOf(diff) })
    const report = reportOf(diff)
    await finish?.(tx, report)
    return report
  })
}

/** Compares as a sync does, for the preview on the screen. Locks and writes nothing. */
export async function previewHappeningSync(
  kontor: Kontor,
  window: SyncWindow,
): Promise<HappeningSyncPreview> {
  const planned = await fetchPlannedHappenings(kontor, window)
  const known = await store.readStoredState(kontor.db, { window, planned }, { hold: false })
  return previewOf(
    diffHappenings(known, planned, window),
    planned.length === 0 ? nothingPlannedSentence : null,
  )
}

const nothingPlannedSentence =
  'Die Personalplanung hat für diesen Zeitraum keine Veranstaltungen geliefert. Es wurde nichts geändert.'

const fetchPlannedHappenings = ({ config }: Kontor, { start_date, end_date }: SyncWindow) =>
  askPlanner(config.planner, (planner) => planner.listHappenings(start_date, end_date))

/**
 * Compares with the stored rows. If rows are to be removed, they are locked and everything is compared again,
 * because somebody may have added times or recorders to them after the first comparison.
 */
async function compareWithStored(tx: Tx, window: SyncWindow, planned: PlannedHappening[]): Promise<Diff> {
  const look = async () =>
    diffHappenings(await store.readStoredState(tx, { window, planned }, { hold: true }), planned, window)
  const diff = await look()
  if (!removesRows(diff)) return diff
  await store.lockRemovedForUpdate(tx, diff)
  return look()
}

const insertPlanHistory = (tx: Tx, { rows }: Diff) =>
  insertHistory(
    tx,
    null,
    rows.replanned.map(({ known, entry }) => ({
      entry_id: known.id,
      kind: 'planned',
      old_von: known.soll_von,
      old_bis: known.soll_bis,
      new_von: entry.soll_von,
      new_bis: entry.soll_bis,
      message: null,
    })),
  )

const countsOf = ({ added, changed: other, removed, inactivated, skipped }: Diff) => ({
  added: added.length,
  changed: other.length,
  removed: removed.length,
  inactivated: inactivated.length,
  skipped: skipped.length,
})
