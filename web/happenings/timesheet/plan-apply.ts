/** Which of the open changes can be applied right now, and why the others wait. Pure. */
import type { TimeEntry } from '#contract/happenings.ts'
import { isFault } from '#contract/time/work-time.ts'
import { conflictOf } from './conflicts.ts'
import type { Edit, Edits } from './edits.ts'
import { type Rules, readEntry } from './read-entry.ts'

export type Plan = {
  send: Edits
  /** To be mended first, in the order of the list. */
  faulty: number[]
  /** To be decided first: others have changed the same. */
  disputed: number[]
  /** Not to be changed any more: sent meanwhile, or the happening is over. */
  locked: number[]
  /** Of entries that are not there any more. */
  gone: number[]
}

/** `entries` are all that the edits may be of, as fresh as can be. */
export function planApply(edits: Edits, entries: readonly TimeEntry[], rules: Rules): Plan {
  const send = new Map<number, Edit>()
  const plan: Plan = { send, faulty: [], disputed: [], locked: [], gone: [] }
  const left = new Set(edits.keys())
  for (const entry of entries) {
    const edit = edits.get(entry.id)
    if (!edit) continue
    left.delete(entry.id)
    const conflict = conflictOf(entry, edit)
    if (conflict === 'same') plan.disputed.push(entry.id)
    else if (conflict === 'locked') plan.locked.push(entry.id)
    else if (edit.unread || isFault(readEntry(entry, edit, rules))) plan.faulty.push(entry.id)
    else send.set(entry.id, edit)
  }
  plan.gone.push(...left)
  return plan
}
