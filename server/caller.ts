import type { ListView } from '#contract/list-views.ts'

/** The caller of a request: the person with their present rights, and the session. */
export type Caller = {
  session_id: number
  id: number
  username: string
  display_name: string
  is_admin: boolean
  may_see_happenings: boolean
  /** Member of the group that sees all open happenings. */
  sees_all_happenings: boolean
  /** Sorted: the same groups must give the same ETag of polled answers. */
  group_ids: readonly number[]
  /** True if the staff planner knows the person, so that they may have shifts. */
  is_planned: boolean
  /** True if somebody else has set the password, so that it has to be changed first. */
  must_change_password: boolean
  /** True for an administrator without the required second factor. */
  must_add_factor: boolean
  /** Filters and hidden columns that the person has set for each list. */
  lists: readonly ListView[]
  /** End of the session in terms of `performance.now()`. */
  ends_at: number
  /** The API token of the call, instead of a session; limits the call to its scopes. */
  token?: { id: number; name: string; scopes: readonly string[] }
  /** Last proof of identity, in terms of `performance.now()`. */
  confirmed_at: number
}
