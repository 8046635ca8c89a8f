import type { ListView } from '#contract/list-views.ts'

/** Who makes a call: the person and their rights as they are now, and the session that the call came with. */
export type Caller = {
  session_id: number
  id: number
  username: string
  display_name: string
  is_admin: boolean
  may_see_happenings: boolean
  /** Member of the group that sees all happenings that are open. */
  sees_all_happenings: boolean
  /** The ids of their groups, in order. */
  group_ids: readonly number[]
  /** The staff planner knows them: it may plan shifts of theirs. */
  is_planned: boolean
  /** Somebody else has chosen their password: the app asks for another one first. */
  must_change_password: boolean
  /** An administrator without a second factor, where one is required. */
  must_add_factor: boolean
  /** How they have left their lists. */
  lists: readonly ListView[]
  /** When the session ends, as a moment of `performance.now()`. */
  ends_at: number
  /** The token that the call came with, where that was no session: it may do no more than its scopes name. */
  token?: { id: number; name: string; scopes: readonly string[] }
  /** When it has last been proved by a password, as such a moment. */
  confirmed_at: number
}
