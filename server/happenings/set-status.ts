import type { HappeningStatus } from '#contract/happenings.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse, refuseMissing } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutStatus, aboutStatuses, aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { filterUntouched, type SinceAuditId, storeUndo } from '#server/undo/keep-undo.ts'
import { notifyRecordersOfOpened } from './announce-duty.ts'
import { happeningSentences } from './sentences.ts'
import { listRecorderIds, lockHappeningsForUpdate, setStatus } from './store.ts'

/** Every change of status is allowed. */
export const setHappeningStatus = (kontor: Kontor, by: Caller, id: number, status: HappeningStatus) =>
  inTransaction(kontor, async (tx) => {
    const found = await lockHappeningsForUpdate(tx, [id])
    if (found.length === 0) throw refuse('not_found')
    await applyHappeningStatus(tx, kontor, by, found, status)
  })

/** Changes all happenings, or none if one does not exist. Can be undone. */
export function setManyStatuses(kontor: Kontor, by: Caller, ids: number[], status: HappeningStatus) {
  return inTransaction(kontor, async (tx) => {
    const wanted = [...new Set(ids)]
    const found = await lockHappeningsForUpdate(tx, wanted)
    if (found.length < wanted.length) throw refuseMissing(wanted, found, happeningSentences.oneIsGone)
    const touched = await applyHappeningStatus(tx, kontor, by, found, status)
    const before = touched.map((was) => [was.id, was.status])
    return storeUndo(tx, by, 'happenings.status', touched.length, { status, before })
  })
}

type LockedHappenings = Awaited<ReturnType<typeof lockHappeningsForUpdate>>

/** Returns the happenings that had another status, as they were before. */
async function applyHappeningStatus(
  tx: Tx,
  kontor: Kontor,
  by: Caller,
  found: LockedHappenings,
  status: HappeningStatus,
) {
  const wanted = found.map(({ id }) => id)
  await setStatus(tx, wanted, status)
  const touched = found.filter((happening) => happening.status !== status)
  const happening_ids = touched.map(({ id }) => id)
  if (status === 'Aktiv') {
    const [reopened, opened] = [false, true].map((unseen) =>
      touched.filter((happening) => isHiddenStatus(happening.status) === unseen).map(({ id }) => id),
    ) as [number[], number[]]
    await notifyRecordersOfOpened(tx, kontor, by, { opened, reopened })
  }
  if (touched.length > 0) await audit(tx, by.id, 'happening.status', { happening_ids, status })
  await publishStatusNews(tx, wanted)
  return touched
}

type StatusUndoData = SinceAuditId & {
  status: HappeningStatus
  before: [id: number, status: HappeningStatus][]
}

/** Undoes `setManyStatuses`. Skips happenings whose status was changed since. Sends no second notification. */
export async function undoHappeningStatus(
  tx: Tx,
  _kontor: Kontor,
  by: Caller,
  { status, before, ...since }: StatusUndoData,
) {
  const found = await lockHappeningsForUpdate(
    tx,
    before.map(([id]) => id),
  )
  const alike = found.filter((now) => now.status === status).map(({ id }) => id)
  const same = new Set(await filterUntouched(tx, since, statusAuditActions, alike))
  const back = before.filter(([id]) => same.has(id))
  for (const [was, some] of Map.groupBy(back, ([, was]) => was)) {
    const happening_ids = some.map(([id]) => id)
    await setStatus(tx, happening_ids, was)
    await audit(tx, by.id, 'happening.status', { happening_ids, status: was, undone: true })
  }
  await publishStatusNews(tx, [...same])
  return { undone: back.length, left: before.length - back.length }
}

const statusAuditActions = { actions: ['happening.status'], object: 'happening' } as const

/**
 * Declares as changed: the statuses, and the users who are recorders of these happenings, because their access
 * depends on the status.
 */
async function publishStatusNews(tx: Tx, ids: number[]) {
  changed(tx, aboutStatuses, ...ids.map(aboutStatus), ...(await listRecorderIds(tx, ids)).map(aboutUser))
}

const isHiddenStatus = (status: HappeningStatus) => status === 'Entwurf' || status === 'Inaktiv'
