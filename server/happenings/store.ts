import { sql } from 'kysely'
import type { HappeningStatus } from '#contract/happenings.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import { german } from '#server/lists/list-store.ts'
import { listed } from './listed-store.ts'
import { maySeeHappening, type Viewer } from './may-see-store.ts'

/** Whoever may see it. */
export async function findHappening(db: Database, id: number) {
  const happening = await db
    .selectFrom('happenings')
    .where('happenings.id', '=', id)
    .select(listed)
    .executeTakeFirst()
  if (!happening) throw refuse('not_found')
  return happening
}

export async function getHappening(db: Database, viewer: Viewer, id: number) {
  const happening = await db
    .selectFrom('happenings')
    .where('happenings.id', '=', id)
    .where(maySeeHappening(viewer))
    .select(listed)
    .executeTakeFirst()
  if (!happening) throw refuse('not_found')
  return happening
}

export async function listTypes(db: Database, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('happenings')
    .where(maySeeHappening(viewer))
    .where('type', '<>', '')
    .select('type')
    .groupBy('type')
    .orderBy(german('type'))
    .limit(500)
    .execute()
  return rows.map(({ type }) => type)
}

/** Held until the commit, in one order for everybody: two changes of many cannot wait for each other. */
export async function lockHappeningsForUpdate(tx: Tx, ids: number[]) {
  return tx
    .selectFrom('happenings')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .select(['id', 'name', 'status'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function setStatus(tx: Tx, ids: number[], status: HappeningStatus) {
  await tx
    .updateTable('happenings')
    .set({ status })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('status', '<>', status)
    .execute()
}

/** Everybody whose view hangs on one of these happenings. */
export async function listRecorderIds(tx: Tx, happeningIds: number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('subhappening_users')
    .innerJoin('subhappenings', 'subhappenings.id', 'subhappening_users.subhappening_id')
    .where('subhappenings.happening_id', '=', sql<number>`any(${happeningIds}::int[])`)
    .select('subhappening_users.user_id')
    .distinct()
    .execute()
  return rows.map(({ user_id }) => user_id)
}
