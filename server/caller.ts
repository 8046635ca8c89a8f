/** Who makes a call: the person and their rights as they are now, and the session that the call came with. */
export type Caller = {
  session_id: number
  id: number
  username: string
  display_name: string
  is_admin: boolean
  may_see_happenings: boolean
  /** The staff planner knows them: it may plan shifts of theirs. */
  is_planned: boolean
  /** Its cookie is one that no neighbouring host can set. */
  host_only: boolean
  /** When the session ends, as a moment of `performance.now()`. */
  ends_at: number
  /** When it has last been proved by a password, as such a moment. */
  confirmed_at: number
}
