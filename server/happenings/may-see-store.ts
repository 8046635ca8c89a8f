// Administrators see all. Members of the group that a setting names see what is Aktiv or Erledigt, and recorders of
// these what they record. For queries over `happenings` and `subhappenings`.
import { type RawBuilder, sql } from 'kysely'
import type { HappeningStatus } from '#contract/happenings.ts'
import { isMemberOfNamed } from '#server/auth/rights-store.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'

/** Of which status happenings are that others than administrators see. */
export const openStatuses: readonly HappeningStatus[] = ['Aktiv', 'Erledigt']
const isOpen = sql<boolean>`happenings.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`

export type Viewer = { by: Caller; group: string | undefined }

export function maySeeHappening({ by, group }: Viewer): RawBuilder<boolean> {
  if (by.is_admin) return sql<boolean>`true`
  return sql<boolean>`(${isOpen} and (${isMemberOfNamed(group, sql`${by.id}`)}
    or happenings.id in (
      select subhappenings.happening_id
      from subhappening_users join subhappenings on subhappenings.id = subhappening_users.subhappening_id
      where subhappening_users.user_id = ${by.id})))`
}

export function maySeeSubhappening({ by, group }: Viewer): RawBuilder<boolean> {
  if (by.is_admin) return sql<boolean>`true`
  return sql<boolean>`(${isOpen}
    and (${isMemberOfNamed(group, sql`${by.id}`)} or ${isRecorder(sql`${by.id}`)}))`
}

/** For a query over `subhappenings`. */
export const isRecorder = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from subhappening_users
  where subhappening_users.subhappening_id = subhappenings.id and subhappening_users.user_id = ${userId})`

/**
 * The same for many: who sees all, who sees what is open, and who sees of it the parts that they record. People of one
 * sight see the same lists.
 */
export type Sight = 'all' | 'open' | OwnSight
/** The parts that somebody records, and the happenings of these, in order; `name` is another for others. */
export type OwnSight = { name: string; parts: readonly number[]; happenings: readonly number[] }

export const ownOf = (sight: Sight) => (typeof sight === 'string' ? undefined : sight)

/** Whoever records parts sees happenings while one of theirs is open. */
export const openOf = (db: Database, sight: OwnSight) =>
  db
    .selectFrom('happenings')
    .where(isOpen)
    .where('happenings.id', '=', sql<number>`any(${sight.happenings}::int[])`)
    .select('happenings.id')
    .limit(1)

export function partsIn(sight: Sight): RawBuilder<boolean> {
  if (sight === 'all') return sql<boolean>`true`
  if (sight === 'open') return isOpen
  return sql<boolean>`(${isOpen} and subhappenings.id = any(${sight.parts}::int[]))`
}
