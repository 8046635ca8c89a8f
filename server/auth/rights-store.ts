import { type RawBuilder, sql } from 'kysely'

/**
 * Members of the group that the setting `HAPPENINGS_GROUP` names see all happenings that are Aktiv or Erledigt. A group
 * of a provider's is never it: whoever names groups there would decide who reads here.
 */
export function isMemberOfNamed(group: string | undefined, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (group === undefined) return sql<boolean>`false`
  return sql<boolean>`exists (
    select from memberships join groups on groups.id = memberships.group_id
    where memberships.user_id = ${userId} and memberships.is_effective and groups.issuer is null
      and groups.id = (select group_named(${group})))`
}

const hasCodes = sql<boolean>`exists (
    select from one_time_codes where one_time_codes.user_id = users.id and on_since is not null)`

/** A condition for a query over `users`: something beside their password proves who they are. */
export const hasFactor: RawBuilder<boolean> = sql<boolean>`(
    exists (select from passkeys where passkeys.user_id = users.id) or ${hasCodes})`

/**
 * Administrators have to use the factor that they have: whoever has none yet is let in, to set one up and nothing
 * else.
 */
export const mustUseFactor = (adminsNeedFactor: boolean) =>
  sql<boolean>`(${adminsNeedFactor}::bool and users.is_admin and ${hasFactor})`

/** A condition for a query over `users`: an administrator without a second factor, where one is required. */
export const mustAddFactor = (adminsNeedFactor: boolean) =>
  sql<boolean>`(${adminsNeedFactor}::bool and users.is_admin and not ${hasFactor})`

/** A condition for a query over `users`: their password alone does not sign them in. */
export const asksForMore = (adminsNeedFactor: boolean) =>
  sql<boolean>`(${hasCodes} or ${mustUseFactor(adminsNeedFactor)})`

/** A condition for a query over `users`: they see the screen of happenings. */
export function maySeeHappenings(group: string | undefined): RawBuilder<boolean> {
  // `offset 0` keeps the planner from looking through everybody's parts for the first of theirs.
  return sql<boolean>`(users.is_admin or ${isMemberOfNamed(group, sql`users.id`)} or exists (
    select from (select subhappening_id from subhappening_users where user_id = users.id offset 0) own
    join subhappenings on subhappenings.id = own.subhappening_id
    join happenings on happenings.id = subhappenings.happening_id
    where happenings.status in ('Aktiv', 'Erledigt')))`
}
