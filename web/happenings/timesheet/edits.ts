// What has been typed here and is not applied yet, entry by entry. An edit holds only the parts that differ from what
// the server has, so that what others change in the remaining parts shows through and stays.
// Everything here is pure; edits are never changed in place.

import type { Typed } from '#contract/time/work-time.ts'
import type { TimeEntry, TimeEntryChange, TimeHistoryItem } from '#contract/times.ts'
import { actualOf, type End, endOf, ends, parts } from './ends.ts'

export type Edit = {
  /**
   * The state of the entry that this edit was last compared with, where nobody had changed the same. The server names
   * whoever has done so since.
   */
  revision: number
  /** What stood there when each part of the edit began. */
  base: Typed
  local: Partial<Typed>
  /** What was typed and is no date or time: to be mended before anything is applied. */
  unread?: Unread
}
export type Unread = Readonly<Partial<Record<keyof Typed, string>>>
export type Edits = ReadonlyMap<number, Edit>
export const NO_EDITS: Edits = new Map()

/** The server's times with the local parts on top. */
export const shownOf = (entry: TimeEntry, edit: Edit | undefined): Typed => ({
  ...actualOf(entry),
  ...edit?.local,
})

/** Times of an entry that is not at hand, as they were when its edit began. */
export const shownFromBase = ({ base, local }: Edit): Typed => ({ ...base, ...local })

/** A new value takes the place of what could not be read there. */
export function changeEntry(edits: Edits, entry: TimeEntry, typed: Partial<Typed>): Edits {
  const before = edits.get(entry.id)
  const unread = { ...before?.unread }
  for (const part of parts) if (typed[part] !== undefined) delete unread[part]
  return withEdit(edits, entry.id, editFor(entry, before, { ...before?.local, ...typed }, unread))
}

/** What follows from one field for others leaves alone where something is still to be mended. */
export function sparing(typed: Partial<Typed>, edit: Edit | undefined, own: keyof Typed): Partial<Typed> {
  const spared = { ...typed }
  for (const part of parts) if (part !== own && edit?.unread?.[part] !== undefined) delete spared[part]
  return spared
}

/** What was typed into one field and means nothing: it stays as it is, and the value beneath it too. */
export function keepUnread(edits: Edits, entry: TimeEntry, part: keyof Typed, text: string): Edits {
  const before = edits.get(entry.id)
  const unread = { ...before?.unread, [part]: text }
  return withEdit(edits, entry.id, editFor(entry, before, { ...before?.local }, unread))
}

function editFor(
  entry: TimeEntry,
  before: Edit | undefined,
  wanted: Partial<Typed>,
  unread: Unread,
): Edit | undefined {
  const actual = actualOf(entry)
  const base = before ? { ...before.base } : actual
  const local: Partial<Typed> = {}
  for (const part of parts) {
    const value = wanted[part]
    const isChanged = value !== undefined && value !== actual[part]
    if (isChanged) local[part] = value
    // A part that is touched only now began from what stands there now.
    if ((isChanged || unread[part] !== undefined) && !isTouched(before, part)) base[part] = actual[part]
  }
  const edit = { revision: revisionOf(entry, before), base, local }
  if (Object.keys(unread).length > 0) return { ...edit, unread }
  return Object.keys(local).length > 0 ? edit : undefined
}

/** As long as somebody has to decide, what others have changed does not count as seen. */
const revisionOf = (entry: TimeEntry, before: Edit | undefined) =>
  before && !isUndisputed(entry, before) ? before.revision : entry.revision

export const isTouched = (edit: Edit | undefined, part: keyof Typed) =>
  edit !== undefined && (edit.local[part] !== undefined || edit.unread?.[part] !== undefined)

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

/** Compares the edits with what the server has now: what stands there too is no change any more. */
export function settle(edits: Edits, entries: readonly TimeEntry[]): Edits {
  return entries.reduce((left, entry) => {
    const edit = left.get(entry.id)
    return edit && hasNews(entry, edit) ? changeEntry(left, entry, {}) : left
  }, edits)
}

function hasNews(entry: TimeEntry, edit: Edit): boolean {
  const actual = actualOf(entry)
  return parts.some((part) => edit.local[part] === actual[part]) || revisionOf(entry, edit) !== edit.revision
}

export const isChangedAt = (edit: Edit | undefined, end: End) =>
  isTouched(edit, `${end}_date`) || isTouched(edit, `${end}_time`)
export const isUnreadAt = (edit: Edit | undefined, end: End) =>
  edit?.unread?.[`${end}_date`] !== undefined || edit?.unread?.[`${end}_time`] !== undefined

/** What the server is told: changed parts only, emptied ones as null, all others as not given. */
export function changeOf(timeentry_id: number, { local, revision }: Edit): TimeEntryChange {
  const given = (part: keyof Typed) => (local[part] === undefined ? 'not_given' : local[part])
  return {
    timeentry_id,
    ist_von_date: given('von_date'),
    ist_von_time: given('von_time'),
    ist_bis_date: given('bis_date'),
    ist_bis_time: given('bis_time'),
    revision,
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
    if (Object.keys(left).length === 0 && !present.unread) next.delete(id)
    else next.set(id, { ...present, base, local: left })
  }
  return next
}

/**
 * `same`: both changed the same part, and somebody has to choose. `beside`: the others changed another part, which stays
 * as they left it. `locked`: it cannot be changed here any more, because it has been sent, for instance.
 */
export type Conflict = 'none' | 'same' | 'beside' | 'locked'

export function conflictOf(entry: TimeEntry, edit: Edit | undefined): Conflict {
  if (!edit) return 'none'
  if (!entry.is_editable) return 'locked'
  if (disputedIn(entry, edit).length > 0) return 'same'
  return changedIn(entry, edit).length > 0 ? 'beside' : 'none'
}

/** What others have changed since. By value: what was put back is no conflict. */
function changedIn(entry: TimeEntry, { base }: Edit) {
  const actual = actualOf(entry)
  return parts.filter((part) => actual[part] !== base[part])
}

/** And what of it was changed here to another value. */
function disputedIn(entry: TimeEntry, edit: Edit) {
  const actual = actualOf(entry)
  return changedIn(entry, edit).filter((part) => isTouched(edit, part) && edit.local[part] !== actual[part])
}

/** Who has changed it last, and when: of what is disputed, else of what was changed beside it. The newest comes first. */
export function lastChange(history: readonly TimeHistoryItem[], entry: TimeEntry, edit: Edit) {
  const disputed = disputedIn(entry, edit)
  const changed = disputed.length > 0 ? disputed : changedIn(entry, edit)
  const asked = ends.filter((end) => changed.some((part) => part.startsWith(end)))
  return history.find(
    (item) => item.kind === 'changed' && asked.some((end) => item[`old_${end}`] !== item[`new_${end}`]),
  )
}

/** What others have changed keeps this edit from nothing. */
export function isUndisputed(entry: TimeEntry, edit: Edit): boolean {
  const conflict = conflictOf(entry, edit)
  return conflict === 'none' || conflict === 'beside'
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
