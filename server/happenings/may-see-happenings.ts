import { type RawBuilder, sql } from 'kysely'

/**
 * Happenings are seen by administrators and by members of the group that a setting names.
 * For a query over `users`.
 */
export function maySeeHappenings(group: string | undefined): RawBuilder<boolean> {
  if (group === undefined) return sql<boolean>`users.is_admin`
  return sql<boolean>`(users.is_admin or exists (
    select from memberships join groups on groups.id = memberships.group_id
    where memberships.user_id = users.id and memberships.is_effective and groups.name_key = name_key(${group})))`
}
