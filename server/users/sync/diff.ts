// Compares the planner's users with ours; the result is what a sync will change. Pure, so that preview and sync
// cannot differ.
import { formatPlannerName } from '#server/db/people.ts'
import type { PlannedUser } from '#server/planner/port.ts'
import { userSentences } from '../sentences.ts'

export type ExistingUser = {
  id: number
  username: string
  is_active: boolean
  /** Blocked by an administrator: inactive whatever the planner says. */
  is_blocked: boolean
  is_admin: boolean
  persplan_id: string
  persplan_barcode: string | null
  persplan_username: string | null
  persplan_nachname: string | null
  persplan_vorname: string | null
  persplan_email: string | null
  persplan_telefon: string | null
  /** Planner names of the groups they were imported into. */
  imported: string[]
}

type ChangedUser = { existing: ExistingUser; planned: PlannedUser }
export type Diff = {
  added: PlannedUser[]
  changed: ChangedUser[]
  /** Reactivated; their fields may have changed too. */
  returning: ChangedUser[]
  vanishing: ExistingUser[]
  /** Vanished, but kept active, since no administrator would be left. */
  kept: ExistingUser[]
  /** Names of groups that do not exist here yet. */
  newGroups: string[]
  joins: { persplanId: string; name: string; group: string }[]
  leaves: { userId: number; name: string; group: string }[]
  unchanged: number
  /** Active users from the planner, the base for the share of vanished ones. */
  activeBefore: number
}

export function diffUsers(
  existing: readonly ExistingUser[],
  planned: readonly PlannedUser[],
  knownGroups: readonly string[],
  /** True if an active administrator exists who is not from the planner. */
  hasOwnAdmin = false,
): Diff {
  const byNumber = new Map(existing.map((user) => [user.persplan_id, user]))
  const numbers = new Set(planned.map(({ id }) => id))
  const groups = new Set(knownGroups)
  const gone = existing.filter((user) => user.is_active && !numbers.has(user.persplan_id))
  const staysAdmin =
    hasOwnAdmin || existing.some((user) => user.is_admin && !user.is_blocked && numbers.has(user.persplan_id))
  const isKept = (user: ExistingUser) => user.is_admin && !staysAdmin
  const diff: Diff = {
    added: [],
    changed: [],
    returning: [],
    vanishing: gone.filter((user) => !isKept(user)),
    kept: gone.filter(isKept),
    newGroups: [...new Set(planned.flatMap((user) => user.groups))].filter((name) => !groups.has(name)),
    joins: [],
    leaves: [],
    unchanged: 0,
    activeBefore: existing.filter((user) => user.is_active).length,
  }
  for (const user of planned) {
    const before = byNumber.get(user.id)
    const had = new Set(before?.imported)
    const has = new Set(user.groups)
    const joins = user.groups.filter((group) => !had.has(group))
    const leaves = before?.imported.filter((group) => !has.has(group)) ?? []
    diff.joins.push(...joins.map((group) => ({ persplanId: user.id, name: plannedName(user), group })))
    if (before) diff.leaves.push(...leaves.map((group) => toLeave(before, group)))
    if (!before) diff.added.push(user)
    else if (!before.is_active && !before.is_blocked) diff.returning.push({ existing: before, planned: user })
    else if (hasChangedFields(before, user)) diff.changed.push({ existing: before, planned: user })
    else if (joins.length === 0 && leaves.length === 0) diff.unchanged++
  }
  for (const user of diff.vanishing) diff.leaves.push(...user.imported.map((group) => toLeave(user, group)))
  return diff
}

const comparedFields = ['barcode', 'username', 'nachname', 'vorname', 'email', 'telefon'] as const

const hasChangedFields = (existing: ExistingUser, planned: PlannedUser) =>
  listChangedFields({ existing, planned }).length > 0

/** Each field that differs, with its old and its new value. */
export const listChangedFields = ({ existing, planned }: ChangedUser) =>
  comparedFields
    .map((field) => ({ field, old: existing[`persplan_${field}`], now: planned[field] }))
    .filter(({ old, now }) => old !== now)

export const plannedName = (user: PlannedUser) => formatPlannerName(user, user.username || user.id)
export const existingUserName = ({
  persplan_nachname: nachname,
  persplan_vorname: vorname,
  username,
}: ExistingUser) => formatPlannerName({ nachname, vorname }, username)

const toLeave = (user: ExistingUser, group: string) => ({
  userId: user.id,
  name: existingUserName(user),
  group,
})

/** Reason against applying a diff, as a sentence; undefined if it is fine. `share` in percent. */
export function refusalOf(diff: Diff, planned: readonly PlannedUser[], share: number): string | undefined {
  if (planned.length === 0) return userSentences.plannerIsEmpty
  const { length: gone } = diff.vanishing
  if (gone * 100 <= diff.activeBefore * share) return undefined
  return `Es würden ${gone} von ${diff.activeBefore} Benutzern verschwinden, mehr als ${share} %. Es wurde nichts geändert.`
}
