import { type RawBuilder, sql } from 'kysely'
import type { HappeningStatus } from '#contract/happenings.ts'
import type { Caller } from '#server/auth/sessions.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * Administrators see all. Members of the group that a setting names see what is Aktiv or Erledigt, and recorders of
 * these what they record. The first predicate is for a query over `users`, the others for one over `happenings` and
 * `subhappenings`: who sees none of them does not see the screen.
 */
export function maySeeHappenings(group: string | undefined): RawBuilder<boolean> {
  return sql<boolean>`(users.is_admin or ${isMember(group, sql`users.id`)} or exists (
    select from subhappening_users
    join subhappenings on subhappenings.id = subhappening_users.subhappening_id
    join happenings on happenings.id = subhappenings.happening_id
    where subhappening_users.user_id = users.id and happenings.status in ('Aktiv', 'Erledigt')))`
}

export type Viewer = { by: Caller; group: string | undefined }

export function maySeeHappening({ by, group }: Viewer): RawBuilder<boolean> {
  if (by.is_admin) return sql<boolean>`true`
  return sql<boolean>`(happenings.status in ('Aktiv', 'Erledigt') and (${isMember(group, sql`${by.id}`)}
    or happenings.id in (
      select subhappenings.happening_id
      from subhappening_users join subhappenings on subhappenings.id = subhappening_users.subhappening_id
      where subhappening_users.user_id = ${by.id})))`
}

export function maySeeSubhappening({ by, group }: Viewer): RawBuilder<boolean> {
  if (by.is_admin) return sql<boolean>`true`
  return sql<boolean>`(happenings.status in ('Aktiv', 'Erledigt')
    and (${isMember(group, sql`${by.id}`)} or ${isRecorder(by)}))`
}

export const isRecorder = (by: Caller) => sql<boolean>`exists (
  select from subhappening_users
  where subhappening_users.subhappening_id = subhappenings.id and subhappening_users.user_id = ${by.id})`

function isMember(group: string | undefined, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (group === undefined) return sql<boolean>`false`
  return sql<boolean>`exists (
    select from memberships join groups on groups.id = memberships.group_id
    where memberships.user_id = ${userId} and memberships.is_effective and groups.id = (select group_named(${group})))`
}

/** Recorders record while it is Aktiv; administrators also correct what is Erledigt. */
export function mayRecord(
  status: HappeningStatus,
  isRecorder: boolean,
  by: Pick<Caller, 'is_admin'>,
): boolean {
  if (by.is_admin) return status === 'Aktiv' || status === 'Erledigt'
  return isRecorder && status === 'Aktiv'
}

/** Who only reads along is told that they do, not to come again. */
export function requireRecorder({ is_recorder }: { is_recorder: boolean }, by: Pick<Caller, 'is_admin'>) {
  if (!is_recorder && !by.is_admin)
    throw refuse('forbidden', 'Diese Zeiten erfassen andere; Sie können sie nur lesen.')
}

/** What has been sent is corrected by administrators only. */
export const isEditable = (mayRecord: boolean, submitted: boolean, by: Pick<Caller, 'is_admin'>) =>
  mayRecord && (by.is_admin || !submitted)
