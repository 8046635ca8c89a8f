// Which of the open changes can be applied right now, and why the others wait. Pure.

import { isFault } from '#contract/time/work-time.ts'
import type { TimeDispute, TimeEntry, TimeEntryChange } from '#contract/times.ts'
import { conflictOf } from './conflicts.ts'
import { changeOf, type Edit, type Edits } from './edits.ts'
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

/** `entries` are all that the edits may be of, as they were last seen: what changed since is the server's to say. */
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

/** So often others may come first with the same entries before it is given up. */
const ROUNDS = 5

/**
 * Sends what can go, all at once. Where others came first with some of it, the server says which and stores nothing; the
 * rest is sent without them. Answers what is stored, and why the others wait; undefined where others always came first.
 */
export async function applyPlan(
  edits: Edits,
  { entries, rules }: { entries: readonly TimeEntry[]; rules: Rules },
  record: (changes: TimeEntryChange[]) => Promise<readonly TimeDispute[]>,
): Promise<{ stored: Edits; plan: Plan; entries: readonly TimeEntry[] } | undefined> {
  let present = entries
  for (let round = 0; round < ROUNDS; round++) {
    const plan = planApply(edits, present, rules)
    const disputes = plan.send.size === 0 ? [] : await record(changesOf(plan, present))
    if (disputes.length === 0) return { stored: plan.send, plan, entries: present }
    present = afterDisputes(present, disputes)
  }
  return undefined
}

/** What goes to the server, each change with the state of the entry that it was compared with. */
const changesOf = ({ send }: Plan, entries: readonly TimeEntry[]): TimeEntryChange[] =>
  entries.flatMap((entry) => {
    const edit = send.get(entry.id)
    return edit ? [changeOf(entry, edit)] : []
  })

/** The entries as the server has them after it has refused changes of some. */
function afterDisputes(entries: readonly TimeEntry[], disputes: readonly TimeDispute[]): TimeEntry[] {
  const now = new Map(disputes.map(({ timeentry_id, entry }) => [timeentry_id, entry]))
  return entries.flatMap((entry) => (now.has(entry.id) ? (now.get(entry.id) ?? []) : entry))
}
