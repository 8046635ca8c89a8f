// Changes of one or many entries, with undo. Pure.

import { isCancelled } from '#contract/time/cancelled.ts'
import type { TimeEntry } from '#contract/times.ts'
import {
  changeEntry,
  displayedValues,
  type Edit,
  type Edits,
  isAnyTimeInvalid,
  isInvalidAt,
  NO_EDITS,
  revertToServer,
  withoutInvalidFields,
} from './edits.ts'
import { type End, isEmpty, isPlanned, plannedOf, type Recorded, shiftEnd, withTime } from './ends.ts'

/** The new values of an entry; undefined leaves it alone. */
type EntryRule = (entry: TimeEntry, shown: Recorded, edit: Edit | undefined) => Partial<Recorded> | undefined

/**
 * Fills empty entries only, and not of absent people, so that no recorded times are overwritten.
 */
export const fillAsPlanned: EntryRule = (entry, shown, edit) =>
  !isCancelled(entry) && !shown.absent && isPlanned(entry) && isEmpty(shown) && !isAnyTimeInvalid(edit)
    ? plannedOf(entry)
    : undefined
export const canFill = (entry: TimeEntry, edit: Edit | undefined) =>
  entry.is_editable && fillAsPlanned(entry, displayedValues(entry, edit), edit) !== undefined
/** The planned start is before `now`; until then there is nothing to record. */
export const isDue = (entry: TimeEntry, edit: Edit | undefined, now: string) =>
  canFill(entry, edit) && `${entry.soll_von_date}T${entry.soll_von_time}` <= now
/** Overwrites recorded times, unlike `fillAsPlanned`. Skips absent people. */
export const overwriteAsPlanned: EntryRule = (entry, shown) =>
  isPlanned(entry) && !shown.absent ? plannedOf(entry) : undefined
export const shiftRule =
  (end: End, minutes: number): EntryRule =>
  (_, shown, edit) =>
    isInvalidAt(edit, end) ? undefined : shiftEnd(shown, end, minutes)
export const setTimeRule =
  (end: End, time: string, day: string): EntryRule =>
  (entry, shown, edit) =>
    shown.absent
      ? undefined
      : withoutInvalidFields(
          withTime(shown, end, time, { planned: plannedOf(entry), day }),
          edit,
          `${end}_time`,
        )

/** Edits before and after, per entry, for undo. */
export type EditStep = {
  before: ReadonlyMap<number, Edit | undefined>
  after: ReadonlyMap<number, Edit | undefined>
}
export type StepResult = { edits: Edits; step: EditStep }

/** Merges two steps about different entries. */
export const mergeSteps = (one: EditStep, other: EditStep): EditStep => ({
  before: new Map([...one.before, ...other.before]),
  after: new Map([...one.after, ...other.after]),
})

export const changeMany = (edits: Edits, entries: readonly TimeEntry[], rule: EntryRule): StepResult =>
  changeEach(edits, entries, (left, entry) => {
    const edit = left.get(entry.id)
    const typed = rule(entry, displayedValues(entry, edit), edit)
    return typed ? changeEntry(left, entry, typed) : left
  })

export const discardMany = (edits: Edits, entries: readonly TimeEntry[]): StepResult =>
  changeEach(edits, entries, (left, entry) => revertToServer(left, entry))

/** Changes one entry, even a locked one. */
export function changeOne(edits: Edits, { id }: TimeEntry, change: (edits: Edits) => Edits): StepResult {
  const next = change(edits)
  const [was, is] = [edits.get(id), next.get(id)]
  if (isSameEdit(was, is)) return { edits: next, step: { before: new Map(), after: new Map() } }
  return { edits: next, step: { before: new Map([[id, was]]), after: new Map([[id, is]]) } }
}

/** Changes editable entries. `change` gets a map of one entry, since copying all edits per entry would be slow. */
export function changeEach(
  edits: Edits,
  entries: readonly TimeEntry[],
  change: (edits: Edits, entry: TimeEntry) => Edits,
): StepResult {
  const before = new Map<number, Edit | undefined>()
  const after = new Map<number, Edit | undefined>()
  for (const entry of entries) {
    if (!entry.is_editable) continue
    const was = edits.get(entry.id)
    const is = change(was ? new Map([[entry.id, was]]) : NO_EDITS, entry).get(entry.id)
    if (isSameEdit(was, is)) continue
    before.set(entry.id, was)
    after.set(entry.id, is)
  }
  return { edits: withEdits(edits, after), step: { before, after } }
}

function withEdits(edits: Edits, changed: EditStep['after']): Edits {
  const next = new Map(edits)
  for (const [id, edit] of changed)
    if (edit) next.set(id, edit)
    else next.delete(id)
  return changed.size > 0 ? next : edits
}

/** Reverts a step. Entries that were changed again since are left alone. */
export function revertStep(edits: Edits, { before, after }: EditStep): Edits {
  return withEdits(edits, new Map([...before].filter(([id]) => hasSameInput(edits.get(id), after.get(id)))))
}

/** Compares the typed parts only, not the revision. */
const hasSameInput = (a: Edit | undefined, b: Edit | undefined) =>
  JSON.stringify([a?.local, a?.unread]) === JSON.stringify([b?.local, b?.unread])

const isSameEdit = (a: Edit | undefined, b: Edit | undefined) => JSON.stringify(a) === JSON.stringify(b)
