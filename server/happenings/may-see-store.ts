// Administrators see all. Members of the group that a setting names see what is Aktiv or Erledigt, and recorders of
// these what they record. For queries over `happenings` and `subhappenings`; lists, single records, search and workbooks
// ask the same.
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#server/caller.ts'

const isOpen = sql<boolean>`happenings.status in ('Aktiv', 'Erledigt')`

export type Viewer = Pick<Caller, 'id' | 'is_admin' | 'sees_all_happenings'>

export function maySeeHappening(by: Viewer): RawBuilder<boolean> {
  if (by.is_admin) return sql<boolean>`true`
  if (by.sees_all_happenings) return isOpen
  return sql<boolean>`(${isOpen} and happenings.id in (
    select subhappenings.happening_id
    from subhappening_users join subhappenings on subhappenings.id = subhappening_users.subhappening_id
    where subhappening_users.user_id = ${by.id}))`
}

export function maySeeSubhappening(by: Viewer): RawBuilder<boolean> {
  if (by.is_admin) return sql<boolean>`true`
  if (by.sees_all_happenings) return isOpen
  return sql<boolean>`(${isOpen} and ${isRecorder(sql`${by.id}`)})`
}

/** For a query over `subhappenings`. */
export const isRecorder = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from subhappening_users
  where subhappening_users.subhappening_id = subhappenings.id and subhappening_users.user_id = ${userId})`
