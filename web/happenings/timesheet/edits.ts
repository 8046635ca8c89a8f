/**
 * What has been typed here and is not applied yet, entry by entry. An edit holds only the parts that differ from what
 * the server has, so that what others change in the remaining parts shows through and stays.
 * Everything here is pure; edits are never changed in place.
 */
import type { TimeEntry, TimeEntryChange } from '#contract/happenings.ts'
import type { Typed } from '#contract/time/work-time.ts'
import { actualOf, type End, endOf, ends, parts } from './ends.ts'

export type Edit = {
  /** The entry as it was when each part of the edit began. */
  revision: number
  base: Typed
  local: Partial<Typed>
}
export type Edits = ReadonlyMap<number, Edit>
export const NO_EDITS: Edits = new Map()

/** The server's times with the local parts on top. */
export const shownOf = (entry: TimeEntry, edit: Edit | undefined): Typed => ({
  ...actualOf(entry),
  ...edit?.local,
})

/** Times of an entry that is not at hand, as they were when its edit began. */
export const shownFromBase = ({ base, local }: Edit): Typed => ({ ...base, ...local })

export function changeEntry(edits: Edits, entry: TimeEntry, typed: Partial<Typed>): Edits {
  return withEdit(edits, entry.id, editFor(entry, edits.get(entry.id), typed))
}

function editFor(entry: TimeEntry, before: Edit | undefined, typed: Partial<Typed>): Edit | undefined {
  const actual = actualOf(entry)
  const wanted: Partial<Typed> = { ...before?.local, ...typed }
  const base = before ? { ...before.base } : actual
  const local: Partial<Typed> = {}
  for (const part of parts) {
    const value = wanted[part]
    if (value === undefined || value === actual[part]) continue
    local[part] = value
    // A part that is touched only now began from what stands there now.
    if (before?.local[part] === undefined) base[part] = actual[part]
  }
  if (Object.keys(local).length === 0) return undefined
  return { revision: before?.revision ?? entry.revision, base, local }
}

export function withEdit(edits: Edits, id: number, edit: Edit | undefined): Edits {
  if (edit === undefined && !edits.has(id)) return edits
  const next = new Map(edits)
  if (edit) next.set(id, edit)
  else next.delete(id)
  return next
}

/** Back to what the server has, at one end or at both. */
export function discard(edits: Edits, entry: TimeEntry, end?: End): Edits {
  const actual = actualOf(entry)
  return changeEntry(edits, entry, end ? endOf(actual, end) : actual)
}

/** What has become the server's value meanwhile is no change any more. */
export function settle(edits: Edits, entries: readonly TimeEntry[]): Edits {
  return entries.reduce(
    (left, entry) => (isSettledIn(left, entry) ? changeEntry(left, entry, {}) : left),
    edits,
  )
}

function isSettledIn(edits: Edits, entry: TimeEntry) {
  const local = edits.get(entry.id)?.local
  const actual = actualOf(entry)
  return local !== undefined && parts.some((part) => local[part] === actual[part])
}

export const isChangedAt = (edit: Edit | undefined, end: End) =>
  edit !== undefined && (edit.local[`${end}_date`] !== undefined || edit.local[`${end}_time`] !== undefined)

/** What the server is told: changed parts only, emptied ones as null, all others as not given. */
export function changeOf(id: number, { local }: Edit): TimeEntryChange {
  const given = (part: keyof Typed) => (local[part] === undefined ? 'not_given' : local[part])
  return {
    timeentry_id: id,
    ist_von_date: given('von_date'),
    ist_von_time: given('von_time'),
    ist_bis_date: given('bis_date'),
    ist_bis_time: given('bis_time'),
  }
}

/** Drops what the server has taken; what was typed while it was on its way stays. */
export function applied(edits: Edits, sent: Edits): Edits {
  const next = new Map(edits)
  for (const [id, { local }] of sent) {
    const present = next.get(id)
    if (!present) continue
    const left: Partial<Typed> = {}
    const base = { ...present.base, ...local }
    for (const part of parts)
      if (present.local[part] !== undefined && present.local[part] !== local[part])
        left[part] = present.local[part]
    if (Object.keys(left).length === 0) next.delete(id)
    else next.set(id, { revision: present.revision + 1, base, local: left })
  }
  return next
}

export const changedEnds = (edit: Edit) => ends.filter((end) => isChangedAt(edit, end))
