// Imports people and group memberships from the planner. Never changes usernames, passwords, roles or
// administrators' assignments. If the planner fails, or too many people would vanish, nothing is written. The
// last administrator stays, whatever the planner says.
import { audit } from '#server/audit/audit.ts'
import { lockAdminsForUpdate } from '#server/auth/accounts-store.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import { backgroundJob, type FinishInTx } from '#server/jobs/in-background.ts'
import type { Report } from '#server/jobs/results-store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments, aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import type { PlannedUser } from '#server/planner/port.ts'
import { askPlanner } from '#server/planner/sync.ts'
import { peoplePayload, queueWebhookEvent } from '#server/webhooks/outbox-store.ts'
import { type Diff, diffUsers, refusalOf } from './diff.ts'
import { namesForGroups, namesForUsers } from './names.ts'
import { reportOf } from './report.ts'
import * as store from './store.ts'

export const SYNC_USERS_JOB_KIND = 'users.sync'

export const syncUsersJob = backgroundJob(
  'Der Abgleich ist fehlgeschlagen. Es wurde nichts geändert.',
  (kontor, payload, finish) => syncUsers(kontor, payload['by'] as number, finish),
)

export async function syncUsers(kontor: Kontor, by: number | null, finish?: FinishInTx): Promise<Report> {
  const planned = await askPlanner(kontor.config.planner, (planner) => planner.listUsers())
  return inTransaction(kontor, async (tx) => {
    await store.lockSyncForUpdate(tx)
    // Prevents concurrent demotions, after which the diff could remove the last administrator.
    await lockAdminsForUpdate(tx)
    const diff = await diffWithStored(tx, planned)
    const refusal = refusalOf(diff, planned, kontor.config.plannerMaxVanishing)
    if (refusal !== undefined) throw refuse('planner_refused', refusal)
    const renamed = await apply(tx, diff)
    await audit(tx, by, 'user.sync', countsOf(diff))
    const affected = await listAffected(tx, diff)
    await queueWebhookEvents(tx, diff)
    if (affected.length + diff.added.length > 0) changed(tx, aboutUsers, ...affected.map(aboutUser))
    if (diff.newGroups.length > 0) changed(tx, aboutAssignments)
    const report = reportOf(diff, renamed)
    await finish?.(tx, report)
    return report
  })
}

/** Compares as a sync does, for the preview. Writes nothing. */
export async function previewUserSync(kontor: Kontor): Promise<{ diff: Diff; refusal: string | undefined }> {
  const planned = await askPlanner(kontor.config.planner, (planner) => planner.listUsers())
  const diff = await diffWithStored(kontor.db, planned)
  return { diff, refusal: refusalOf(diff, planned, kontor.config.plannerMaxVanishing) }
}

async function diffWithStored(db: Database, planned: PlannedUser[]): Promise<Diff> {
  return diffUsers(
    await store.listExistingUsers(db),
    planned,
    await store.listPlannerGroups(db),
    await store.hasOwnAdmin(db),
  )
}

async function apply(tx: Tx, diff: Diff): Promise<string[]> {
  const groups = await namesForGroups(tx, diff.newGroups)
  await store.insertPlannerGroups(tx, groups)
  await store.insertPlanned(tx, await namesForUsers(tx, diff.added))
  await store.updatePlanned(
    tx,
    [...diff.changed, ...diff.returning].map(({ planned }) => planned),
  )
  await store.deactivateUsers(
    tx,
    diff.vanishing.map(({ id }) => id),
  )
  await store.insertImportedMemberships(tx, diff.joins)
  await store.clearImportedMemberships(tx, diff.leaves)
  return groups.filter(({ name, planner_name }) => name !== planner_name).map(({ name }) => name)
}

async function listAffected(tx: Tx, diff: Diff): Promise<number[]> {
  const joined = diff.joins.map(({ persplanId }) => persplanId)
  const rows = await store.listIdsByPersplanId(tx, joined)
  return [
    ...new Set([
      ...rows,
      ...diff.leaves.map(({ userId }) => userId),
      ...[...diff.changed, ...diff.returning].map(({ existing }) => existing.id),
      ...diff.vanishing.map(({ id }) => id),
    ]),
  ]
}

/** Webhooks get new and changed people, not memberships. */
async function queueWebhookEvents(tx: Tx, { added, changed: altered, returning, vanishing }: Diff) {
  const created = await store.listIdsByPersplanId(
    tx,
    added.map(({ id }) => id),
  )
  const others = [
    ...[...altered, ...returning].map(({ existing }) => existing.id),
    ...vanishing.map(({ id }) => id),
  ]
  if (created.length > 0) await queueWebhookEvent(tx, 'people.changed', peoplePayload('created', created))
  if (others.length > 0) await queueWebhookEvent(tx, 'people.changed', peoplePayload('changed', others))
}

const countsOf = (diff: Diff) => ({
  added: diff.added.length,
  changed: diff.changed.length,
  returning: diff.returning.length,
  vanishing: diff.vanishing.length,
  joins: diff.joins.length,
  leaves: diff.leaves.length,
})
