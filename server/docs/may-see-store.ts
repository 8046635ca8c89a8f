import { type RawBuilder, sql } from 'kysely'
import { docStatusesForStaff } from '#contract/document/statuses.ts'
import type { Caller } from '#server/caller.ts'

const staffStatuses = sql.join(docStatusesForStaff.map((status) => sql.lit(status)))

/**
 * Staff see documents that are Aktiv or Erledigt and public or shared with one of their groups; administrators
 * see all. Condition for a query over `docs`, for lists and single documents alike.
 */
export function maySeeDocCondition(by: Pick<Caller, 'id' | 'is_admin'>): RawBuilder<boolean> {
  return by.is_admin ? sql<boolean>`docs.deleted_at is null` : maySeeDocAsStaffCondition(by)
}

/**
 * The rule of `maySeeDocCondition` for staff. „Heute“ applies it to administrators, too, to list only what they
 * fill in.
 */
export const maySeeDocAsStaffCondition = ({ id }: Pick<Caller, 'id'>): RawBuilder<boolean> => sql<boolean>`(
  docs.deleted_at is null and docs.status in (${staffStatuses})
  and (docs.public or exists (
    select from doc_groups join memberships on memberships.group_id = doc_groups.group_id
    where doc_groups.doc_id = docs.id and memberships.user_id = ${id} and memberships.is_effective)))`

/** Deleted documents that can still be restored. */
export const mayRestoreDocCondition = (by: Pick<Caller, 'is_admin'>): RawBuilder<boolean> =>
  by.is_admin ? sql<boolean>`docs.deleted_at is not null` : sql<boolean>`false`

/** Condition over `users`: active people who see this document. */
export function seesDocCondition(doc: { id: number; status: string; public: boolean }): RawBuilder<boolean> {
  if (!docStatusesForStaff.includes(doc.status)) return sql<boolean>`(users.is_active and users.is_admin)`
  return sql<boolean>`(${isAudienceCondition(doc.public, docGroupIdsArray(doc.id))} or users.is_active and users.is_admin)`
}

/**
 * Condition over `users`: active people in the audience, whatever the status of the document. That is everybody
 * if it is public, else the members of its groups. Administrators have no special right here.
 */
export const isAudienceCondition = (isPublic: boolean, groupIds: RawBuilder<unknown>) =>
  isPublic
    ? sql<boolean>`users.is_active`
    : sql<boolean>`(users.is_active and exists (
        select from memberships where memberships.user_id = users.id and is_effective
          and group_id = any(${groupIds})))`

export const docGroupIdsArray = (docId: number) =>
  sql`array(select group_id from doc_groups where doc_id = ${docId})`
