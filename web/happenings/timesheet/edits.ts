/**
 * What has been typed here and is not applied yet, entry by entry. An edit holds only the parts that differ from what
 * the server has, so that what others change in the remaining parts shows through and stays.
 * Everything here is pure; edits are never changed in place.
 */

import type { Typed } from '#contract/time/work-time.ts'
import type { TimeEntry, TimeEntryChange } from '#contract/times.ts'
import { actualOf, type End, endOf, parts } from './ends.ts'

export type Edit = {
  /** The entry as it was when each part of the edit began. */
  revision: number
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
  const edit = { revision: before?.revision ?? entry.revision, base, local }
  if (Object.keys(unread).length > 0) return { ...edit, unread }
  return Object.keys(local).length > 0 ? edit : undefined
}

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
  isTouched(edit, `${end}_date`) || isTouched(edit, `${end}_time`)
export const isUnreadAt = (edit: Edit | undefined, end: End) =>
  edit?.unread?.[`${end}_date`] !== undefined || edit?.unread?.[`${end}_time`] !== undefined

/**
 * What the server is told: changed parts only, emptied ones as null, all others as not given. `revision` is of the entry
 * with which the edit was compared last.
 */
export function changeOf({ id, revision }: TimeEntry, { local }: Edit): TimeEntryChange {
  const given = (part: keyof Typed) => (local[part] === undefined ? 'not_given' : local[part])
  return {
    timeentry_id: id,
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
    else next.set(id, { ...present, revision: present.revision + 1, base, local: left })
  }
  return next
}
