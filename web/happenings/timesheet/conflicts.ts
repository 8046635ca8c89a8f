/** When somebody else has changed an entry since the local edit of it began. Pure. */
import type { TimeEntry } from '#contract/times.ts'
import { type Edit, type Edits, isTouched, withEdit } from './edits.ts'
import { actualOf, parts } from './ends.ts'

/**
 * `same`: both changed the same part, and somebody has to choose. `beside`: the others changed another part, which stays
 * as they left it. `locked`: it cannot be changed here any more, because it has been sent, for instance.
 */
export type Conflict = 'none' | 'same' | 'beside' | 'locked'

export function conflictOf(entry: TimeEntry, edit: Edit | undefined): Conflict {
  if (!edit) return 'none'
  if (!entry.is_editable) return 'locked'
  // By value: what was changed and put back is no conflict.
  const actual = actualOf(entry)
  const others = parts.filter((part) => actual[part] !== edit.base[part])
  const disputed = others.some((part) => isTouched(edit, part) && edit.local[part] !== actual[part])
  if (disputed) return 'same'
  return others.length > 0 ? 'beside' : 'none'
}

/** The changes that can still be applied: what belongs to a locked entry is over, and counts nowhere. */
export function withoutLocked(edits: Edits, entries: readonly TimeEntry[]): Edits {
  const locked = entries.filter(({ id, is_editable }) => !is_editable && edits.has(id))
  return locked.reduce((left, { id }) => withEdit(left, id, undefined), edits)
}

/** The local values win: the edit goes on from what the server has now. */
export function keepMine(edits: Edits, entry: TimeEntry): Edits {
  const edit = edits.get(entry.id)
  if (!edit) return edits
  return withEdit(edits, entry.id, { ...edit, revision: entry.revision, base: actualOf(entry) })
}

export const takeTheirs = (edits: Edits, entry: TimeEntry) => withEdit(edits, entry.id, undefined)
