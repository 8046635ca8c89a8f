// Open changes, typed here and not applied yet, entry by entry. An edit holds only the parts that differ from what the
// server has, so that what others change in the remaining parts shows through and stays.
// Everything here is pure; edits are never changed in place.

import type { TypedTimes } from '#contract/time/work-time.ts'
import type { TimeEntry, TimeEntryChange } from '#contract/times.ts'
import { actualOf, type End, endOf, ends, fields, noTimes, parts, type Recorded, recordedOf } from './ends.ts'

export type Edit = {
  /**
   * The state of the entry that this edit was last compared with, where nobody had changed the same. The server names
   * whoever has done so since.
   */
  revision: number
  /** The server's values when each part of the edit began; an older app knew of times alone. */
  base: TypedTimes & Partial<Recorded>
  local: Partial<Recorded>
  /** Typed before somebody said that the person did not come: it comes back with them. */
  came?: Partial<Recorded>
  /** Text that is no date, time or number of minutes: to be mended before anything is applied. */
  unread?: Unread
  /** Sent and never answered: where the server has it now, there is nothing to decide. */
  unanswered?: readonly Partial<Recorded>[]
}
/** Fields whose text may be unreadable; an older app has kept no breaks among them. */
const legible = [...parts, 'pause'] as const satisfies (keyof Recorded)[]
export type Legible = (typeof legible)[number]
export type Unread = Readonly<Partial<Record<Legible, string>>>
export type Edits = ReadonlyMap<number, Edit>
export const NO_EDITS: Edits = new Map()

/** The server's values with the local parts on top. Who did not come has no times, and who has times has come. */
export function shownOf(entry: TimeEntry, edit: Edit | undefined): Recorded {
  const shown = { ...recordedOf(entry), ...edit?.local }
  if (!shown.absent) return shown
  return edit && entersTimes(edit.local) ? { ...shown, absent: false } : { ...shown, ...noTimes, pause: null }
}

const entersTimes = (typed: Partial<TypedTimes>) =>
  parts.some((part) => typed[part] !== undefined && typed[part] !== null)

/** Times of an entry that is not at hand, as they were when its edit began. */
export const shownFromBase = ({ base, local }: Edit): TypedTimes => ({ ...base, ...local })

/** A new value takes the place of what could not be read there. */
export function changeEntry(edits: Edits, entry: TimeEntry, given: Partial<Recorded>): Edits {
  const typed = withImplied(given)
  const before = edits.get(entry.id)
  const unread = { ...before?.unread }
  for (const field of legible) if (typed[field] !== undefined) delete unread[field]
  return withEdit(edits, entry.id, editFor(entry, before, { ...before?.local, ...typed }, unread))
}

function withImplied(typed: Partial<Recorded>): Partial<Recorded> {
  if (typed.absent) return { ...noTimes, pause: null, ...typed }
  return typed.absent === undefined && entersTimes(typed) ? { ...typed, absent: false } : typed
}

/** They did not come, or they did after all: then what was typed before stands again. */
export function setAbsent(edits: Edits, entry: TimeEntry, absent: boolean): Edits {
  const { local, came } = edits.get(entry.id) ?? {}
  if (absent || !local?.absent) return changeEntry(edits, entry, { absent })
  const { note: _note, ...times } = came ?? {}
  return changeEntry(edits, entry, {
    ...actualOf(entry),
    pause: entry.ist_pause,
    ...times,
    absent: entry.absent,
  })
}

/** Without the consequences for fields that are still to be mended. */
export function sparing(
  typed: Partial<TypedTimes>,
  edit: Edit | undefined,
  own: keyof TypedTimes,
): Partial<TypedTimes> {
  const spared = { ...typed }
  for (const part of parts) if (part !== own && edit?.unread?.[part] !== undefined) delete spared[part]
  return spared
}

/** Text that cannot be read stays in its field as it is, and so does the value beneath it. */
export function keepUnread(edits: Edits, entry: TimeEntry, field: Legible, text: string): Edits {
  const before = edits.get(entry.id)
  const unread = { ...before?.unread, [field]: text }
  return withEdit(edits, entry.id, editFor(entry, before, { ...before?.local }, unread))
}

function editFor(
  entry: TimeEntry,
  before: Edit | undefined,
  wanted: Partial<Recorded>,
  unread: Unread,
): Edit | undefined {
  const actual = recordedOf(entry)
  const base = before ? { ...before.base } : actual
  const local: Partial<Recorded> = {}
  for (const field of fields) {
    const value = wanted[field]
    const isChanged = value !== undefined && value !== actual[field]
    if (isChanged) Object.assign(local, { [field]: value })
    // A part that is touched only now began from what stands there now, as one does that has come there from here.
    if (isOwn(before, field, actual) || ((isChanged || isUnread(unread, field)) && !isTouched(before, field)))
      Object.assign(base, { [field]: actual[field] })
  }
  const came = before?.local.absent ? before.came : before?.local
  const edit: Edit = {
    revision: revisionOf(entry, before),
    base,
    local,
    ...(local.absent && came && { came }),
    ...(before?.unanswered && { unanswered: before.unanswered }),
  }
  if (Object.keys(unread).length > 0) return { ...edit, unread }
  return Object.keys(local).length > 0 ? edit : undefined
}

/** Until somebody has decided, the change of the others does not count as seen. */
const revisionOf = (entry: TimeEntry, before: Edit | undefined) =>
  before && !isUndisputed(entry, before) ? before.revision : entry.revision

const isTouched = (edit: Edit | undefined, field: keyof Recorded) =>
  edit !== undefined && (edit.local[field] !== undefined || isUnread(edit.unread, field))

const isUnread = (unread: Unread | undefined, field: keyof Recorded) =>
  legible.some((one) => one === field && unread?.[one] !== undefined)

export function withEdit(edits: Edits, id: number, edit: Edit | undefined): Edits {
  if (edit === undefined && !edits.has(id)) return edits
  const next = new Map(edits)
  if (edit) next.set(id, edit)
  else next.delete(id)
  return next
}

/** Back to what the server has, at one end or at both. */
export function discard(edits: Edits, entry: TimeEntry, end?: End): Edits {
  const actual = recordedOf(entry)
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
  const actual = recordedOf(entry)
  return (
    fields.some((field) => edit.local[field] === actual[field]) || revisionOf(entry, edit) !== edit.revision
  )
}

export const isChangedAt = (edit: Edit | undefined, end: End) =>
  isTouched(edit, `${end}_date`) || isTouched(edit, `${end}_time`)
export const isUnreadAt = (edit: Edit | undefined, end: End) =>
  edit?.unread?.[`${end}_date`] !== undefined || edit?.unread?.[`${end}_time`] !== undefined
/** A break is within the times, and makes none of them unknown. */
export const isAnyTimeUnread = (edit: Edit | undefined) => ends.some((end) => isUnreadAt(edit, end))

/** The body of the call: changed parts only, emptied ones as null, all others as not given. */
export function changeOf(timeentry_id: number, { local, revision }: Edit): TimeEntryChange {
  const given = (part: keyof TypedTimes) => (local[part] === undefined ? 'not_given' : local[part])
  return {
    timeentry_id,
    ist_von_date: given('von_date'),
    ist_von_time: given('von_time'),
    ist_bis_date: given('bis_date'),
    ist_bis_time: given('bis_time'),
    ...(local.pause !== undefined && { ist_pause: local.pause }),
    ...(local.note !== undefined && { note: local.note }),
    ...(local.absent !== undefined && { absent: local.absent }),
    revision,
  }
}

/** The changes that somebody has pressed for and not touched since: what they have waits for a press of its own. */
export const stillAsPressed = (pressed: Edits, present: Edits): Edits =>
  new Map([...present].filter(([id, edit]) => isTypedAlike(edit, pressed.get(id))))

const isTypedAlike = (edit: Edit, before: Edit | undefined) =>
  before !== undefined &&
  edit.unread === undefined &&
  fields.every((field) => edit.local[field] === before.local[field])

/** Drops what the server has taken; what was typed while it was on its way stays. */
export function applied(edits: Edits, sent: Edits): Edits {
  if (![...sent.keys()].some((id) => edits.has(id))) return edits
  const next = new Map(edits)
  for (const [id, { local }] of sent) {
    const present = next.get(id)
    if (!present) continue
    const left: Partial<Recorded> = {}
    const base = { ...present.base, ...local }
    for (const field of fields)
      if (present.local[field] !== undefined && present.local[field] !== local[field])
        Object.assign(left, { [field]: present.local[field] })
    if (Object.keys(left).length === 0 && !present.unread) next.delete(id)
    else next.set(id, { ...present, base, local: left })
  }
  return next
}

/**
 * `same`: both changed the same part, and somebody has to choose. `beside`: the others changed another part, which
 * stays as they left it. `locked`: it cannot be changed here any more, because it has been sent, for instance.
 */
export type Conflict = 'none' | 'same' | 'beside' | 'locked'

export function conflictOf(entry: TimeEntry, edit: Edit | undefined): Conflict {
  if (!edit) return 'none'
  if (!entry.is_editable) return 'locked'
  if (disputedIn(entry, edit).length > 0) return 'same'
  return changedIn(entry, edit).length > 0 ? 'beside' : 'none'
}

/** Fields that others have changed since. By value: one that was put back is no conflict. */
export function changedIn(entry: TimeEntry, edit: Edit) {
  const actual = recordedOf(entry)
  const { base } = edit
  return fields.filter(
    (field) => base[field] !== undefined && actual[field] !== base[field] && !isOwn(edit, field, actual),
  )
}

/** Our own value, stored although its answer never came. */
const isOwn = (edit: Edit | undefined, field: keyof Recorded, actual: Recorded) =>
  edit?.unanswered?.some((sent) => sent[field] === actual[field])

/** Fields that both have changed, to different values. Unreadable input here counts as different. */
export function disputedIn(entry: TimeEntry, edit: Edit) {
  const actual = recordedOf(entry)
  return changedIn(entry, edit).filter((field) => {
    const wanted = wantedAt(edit, field)
    return isUnread(edit.unread, field) || (wanted !== undefined && wanted !== actual[field])
  })
}

/** „Nicht gekommen“ implies no times, and times imply that somebody has come. */
function wantedAt({ local }: Edit, field: keyof Recorded) {
  if (local[field] !== undefined) return local[field]
  if (field === 'absent') return entersTimes(local) ? false : undefined
  return local.absent && field !== 'note' ? null : undefined
}

/** The changes of others do not keep this edit from being applied. */
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
  return withEdit(edits, entry.id, { ...edit, revision: entry.revision, base: recordedOf(entry) })
}

export const takeTheirs = (edits: Edits, entry: TimeEntry) => withEdit(edits, entry.id, undefined)
