import { type RawBuilder, sql } from 'kysely'

/**
 * Members of the group in the setting `HAPPENINGS_GROUP` see all happenings with status Aktiv or Erledigt. A
 * provider's group never counts: its administrators would decide who may read here.
 */
export function isGroupMemberCondition(
  group: string | undefined,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (group === undefined) return sql<boolean>`false`
  return sql<boolean>`exists (
    select from memberships join groups on groups.id = memberships.group_id
    where memberships.user_id = ${userId} and memberships.is_effective and groups.issuer is null
      and groups.id = (select group_named(${group})))`
}

const hasCodesCondition = sql<boolean>`exists (
    select from one_time_codes where one_time_codes.user_id = users.id and on_since is not null)`

/** Condition for a query over `users`: the user has a second factor. */
export const hasFactorCondition: RawBuilder<boolean> = sql<boolean>`(
    exists (select from passkeys where passkeys.user_id = users.id) or ${hasCodesCondition})`

/** Condition for a query over `users`: an administrator who has a second factor and must use it. */
export const mustUseFactorCondition = (adminsNeedFactor: boolean) =>
  sql<boolean>`(${adminsNeedFactor}::bool and users.is_admin and ${hasFactorCondition})`

/** Condition for a query over `users`: an administrator without the required second factor. */
export const mustAddFactorCondition = (adminsNeedFactor: boolean) =>
  sql<boolean>`(${adminsNeedFactor}::bool and users.is_admin and not ${hasFactorCondition})`

/** Condition for a query over `users`: a password alone is not enough for a login. */
export const needsFactorToLogInCondition = (adminsNeedFactor: boolean) =>
  sql<boolean>`(${hasCodesCondition} or ${mustUseFactorCondition(adminsNeedFactor)})`

/** Condition for a query over `users`: the user may open the screen of happenings. */
export function maySeeHappeningsCondition(group: string | undefined): RawBuilder<boolean> {
  // `offset 0` is an optimizer fence. Without it PostgreSQL scans the subhappenings of all users until it finds the
  // first match.
  return sql<boolean>`(users.is_admin or ${isGroupMemberCondition(group, sql`users.id`)} or exists (
    select from (select subhappening_id from subhappening_users where user_id = users.id offset 0) own
    join subhappenings on subhappenings.id = own.subhappening_id
    join happenings on happenings.id = subhappenings.happening_id
    where happenings.status in ('Aktiv', 'Erledigt')))`
}
