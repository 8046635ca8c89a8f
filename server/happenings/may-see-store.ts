// Administrators see everything. Members of the group named by a setting see all happenings that are Aktiv or
// Erledigt. Recorders see only those Aktiv or Erledigt ones whose times they record. The conditions are for queries
// over `happenings` and `subhappenings`, shared by lists, single records, search and workbooks.
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#server/caller.ts'

const isOpenCondition = sql<boolean>`happenings.status in ('Aktiv', 'Erledigt')`

export type Viewer = Pick<Caller, 'id' | 'is_admin' | 'sees_all_happenings'>

export function maySeeHappeningCondition(by: Viewer): RawBuilder<boolean> {
  if (by.is_admin) return sql<boolean>`true`
  if (by.sees_all_happenings) return isOpenCondition
  return sql<boolean>`(${isOpenCondition} and happenings.id in (
    select subhappenings.happening_id
    from subhappening_users join subhappenings on subhappenings.id = subhappening_users.subhappening_id
    where subhappening_users.user_id = ${by.id}))`
}

export function maySeeSubhappeningCondition(by: Viewer): RawBuilder<boolean> {
  if (by.is_admin) return sql<boolean>`true`
  if (by.sees_all_happenings) return isOpenCondition
  return sql<boolean>`(${isOpenCondition} and ${isRecorderCondition(sql`${by.id}`)})`
}

/** For a query over `subhappenings`. */
export const isRecorderCondition = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from subhappening_users
  where subhappening_users.subhappening_id = subhappenings.id and subhappening_users.user_id = ${userId})`
