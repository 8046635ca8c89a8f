// Permissions on a user, shared by the rules that enforce them and the list that shows them.

type AffectedUser = {
  id: number
  is_admin: boolean
  is_active: boolean
  persplan_id: string | null
  is_blocked?: boolean
  is_anonymised?: boolean
}

const isLastAdmin = (user: AffectedUser, activeAdmins: number) =>
  user.is_admin && user.is_active && activeAdmins <= 1

/** The planner's people are removed there only; nobody deletes themselves or the last administrator. */
export const mayDelete = (user: AffectedUser, by: number, activeAdmins: number) =>
  user.persplan_id === null && user.id !== by && !isLastAdmin(user, activeAdmins)

export const mayDemote = (user: AffectedUser, activeAdmins: number) => !isLastAdmin(user, activeAdmins)

/**
 * True if the user may be blocked or unblocked, which concerns people of the planner only. An inactive one who is
 * not blocked has vanished from the planner, and cannot be reactivated by hand.
 */
const mayBlock = (
  { id, persplan_id, is_active, is_blocked = false, is_anonymised }: AffectedUser,
  by: number,
) => persplan_id !== null && id !== by && !is_anonymised && (is_active || is_blocked)

export const rightsOn = (user: AffectedUser, by: number, activeAdmins: number) => ({
  delete: mayDelete(user, by, activeAdmins),
  demote: user.is_admin && mayDemote(user, activeAdmins),
  block: mayBlock(user, by),
})
