// Open changes: typed here, not applied yet, one edit per entry. An edit holds only the fields that differ from the
// server, so that changes by others to the remaining fields stay visible. Pure; edits are immutable.

import type { TypedTimes } from '#contract/time/work-time.ts'
import type { TimeEntry, TimeEntryChange } from '#contract/times.ts'
import {
  actualOf,
  type End,
  ends,
  noTimes,
  pickEnd,
  type Recorded,
  recordedFields,
  recordedOf,
  timeFields,
} from './ends.ts'

export type Edit = {
  /**
   * Revision of the entry at the last comparison without a dispute. The server reports conflicting changes made since
   * that revision.
   */
  revision: number
  /** The server's value of each field when its editing began; drafts of an older app have times only. */
  base: TypedTimes & Partial<Recorded>
  local: Partial<Recorded>
  /** Values typed before „Nicht gekommen“, restored if that is undone. */
  came?: Partial<Recorded>
  /** Invalid text per field, to be corrected before applying. Stored in drafts under this key. */
  unread?: InvalidTexts
  /** Values sent without an answer: if the server has them now, they are no conflict. */
  unanswered?: readonly Partial<Recorded>[]
}
/** Fields with possibly invalid text. */
const textFields = [...timeFields, 'pause'] as const satisfies (keyof Recorded)[]
export type TextFieldName = (typeof textFields)[number]
export type InvalidTexts = Readonly<Partial<Record<TextFieldName, string>>>
export type Edits = ReadonlyMap<number, Edit>
export const NO_EDITS: Edits = new Map()

/** The server's values with local changes on top. Absence clears the times, and times clear the absence. */
export function displayedValues(entry: TimeEntry, edit: Edit | undefined): Recorded {
  const shown = { ...recordedOf(entry), ...edit?.local }
  if (!shown.absent) return shown
  return edit && entersTimes(edit.local) ? { ...shown, absent: false } : { ...shown, ...noTimes, pause: null }
}

const entersTimes = (typed: Partial<TypedTimes>) =>
  timeFields.some((part) => typed[part] !== undefined && typed[part] !== null)

/** Times of an entry that is not loaded, based on the values when its edit began. */
export const timesFromBase = ({ base, local }: Edit): TypedTimes => ({ ...base, ...local })

/** A new value replaces invalid text of its field. */
export function changeEntry(edits: Edits, entry: TimeEntry, given: Partial<Recorded>): Edits {
  const typed = withImpliedFields(given)
  const before = edits.get(entry.id)
  const unread = { ...before?.unread }
  for (const field of textFields) if (typed[field] !== undefined) delete unread[field]
  return withEdit(edits, entry.id, createEdit(entry, before, { ...before?.local, ...typed }, unread))
}

function withImpliedFields(typed: Partial<Recorded>): Partial<Recorded> {
  if (typed.absent) return { ...noTimes, pause: null, ...typed }
  return typed.absent === undefined && entersTimes(typed) ? { ...typed, absent: false } : typed
}

/** Undoing an absence restores the values typed before. */
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

/**
 * Removes the values of fields that contain invalid text, except for `own`, the field that is being changed.
 */
export function withoutInvalidFields(
  typed: Partial<TypedTimes>,
  edit: Edit | undefined,
  own: keyof TypedTimes,
): Partial<TypedTimes> {
  const spared = { ...typed }
  for (const part of timeFields) if (part !== own && edit?.unread?.[part] !== undefined) delete spared[part]
  return spared
}

/** Stores invalid text of a field; its value stays unchanged. */
export function storeInvalidText(edits: Edits, entry: TimeEntry, field: TextFieldName, text: string): Edits {
  const before = edits.get(entry.id)
  const unread = { ...before?.unread, [field]: text }
  return withEdit(edits, entry.id, createEdit(entry, before, { ...before?.local }, unread))
}

function createEdit(
  entry: TimeEntry,
  before: Edit | undefined,
  wanted: Partial<Recorded>,
  unread: InvalidTexts,
): Edit | undefined {
  const actual = recordedOf(entry)
  const base = before ? { ...before.base } : actual
  const local: Partial<Recorded> = {}
  for (const field of recordedFields) {
    const value = wanted[field]
    const isChanged = value !== undefined && value !== actual[field]
    if (isChanged) Object.assign(local, { [field]: value })
    // The server's present value becomes the base of a field in two cases: its editing begins, or that value was sent
    // from here.
    if (
      isOwnUnanswered(before, field, actual) ||
      ((isChanged || hasInvalidText(unread, field)) && !isTouched(before, field))
    )
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

/**
 * A disputed edit keeps its old revision, so that the server reports the conflict until the person decides.
 */
const revisionOf = (entry: TimeEntry, before: Edit | undefined) =>
  before && !isUndisputed(entry, before) ? before.revision : entry.revision

const isTouched = (edit: Edit | undefined, field: keyof Recorded) =>
  edit !== undefined && (edit.local[field] !== undefined || hasInvalidText(edit.unread, field))

const hasInvalidText = (unread: InvalidTexts | undefined, field: keyof Recorded) =>
  textFields.some((one) => one === field && unread?.[one] !== undefined)

export function withEdit(edits: Edits, id: number, edit: Edit | undefined): Edits {
  if (edit === undefined && !edits.has(id)) return edits
  const next = new Map(edits)
  if (edit) next.set(id, edit)
  else next.delete(id)
  return next
}

/** Back to the server's values, at one end or for the whole entry. */
export function revertToServer(edits: Edits, entry: TimeEntry, end?: End): Edits {
  const actual = recordedOf(entry)
  return changeEntry(edits, entry, end ? pickEnd(actual, end) : actual)
}

/** Updates edits to new entries of the server: values that are equal now are no changes any more. */
export function rebaseEdits(edits: Edits, entries: readonly TimeEntry[]): Edits {
  return entries.reduce((left, entry) => {
    const edit = left.get(entry.id)
    return edit && needsRebase(entry, edit) ? changeEntry(left, entry, {}) : left
  }, edits)
}

function needsRebase(entry: TimeEntry, edit: Edit): boolean {
  const actual = recordedOf(entry)
  return (
    recordedFields.some((field) => edit.local[field] === actual[field]) ||
    revisionOf(entry, edit) !== edit.revision
  )
}

export const isChangedAt = (edit: Edit | undefined, end: End) =>
  isTouched(edit, `${end}_date`) || isTouched(edit, `${end}_time`)
export const isInvalidAt = (edit: Edit | undefined, end: End) =>
  edit?.unread?.[`${end}_date`] !== undefined || edit?.unread?.[`${end}_time`] !== undefined
/** An invalid break does not count, since the times are still valid. */
export const isAnyTimeInvalid = (edit: Edit | undefined) => ends.some((end) => isInvalidAt(edit, end))

/** Body of the call: changed fields, with null for cleared ones; other times are 'not_given'. */
export function toTimeEntryChange(timeentry_id: number, { local, revision }: Edit): TimeEntryChange {
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

/** Edits that were not touched since „Übernehmen“ was pressed; touched ones need another press. */
export const unchangedSincePress = (pressed: Edits, present: Edits): Edits =>
  new Map([...present].filter(([id, edit]) => hasSameValues(edit, pressed.get(id))))

const hasSameValues = (edit: Edit, before: Edit | undefined) =>
  before !== undefined &&
  edit.unread === undefined &&
  recordedFields.every((field) => edit.local[field] === before.local[field])

/** Drops values that the server has accepted; anything typed in the meantime stays. */
export function withoutAccepted(edits: Edits, sent: Edits): Edits {
  if (![...sent.keys()].some((id) => edits.has(id))) return edits
  const next = new Map(edits)
  for (const [id, { local }] of sent) {
    const present = next.get(id)
    if (!present) continue
    const left: Partial<Recorded> = {}
    const base = { ...present.base, ...local }
    for (const field of recordedFields)
      if (present.local[field] !== undefined && present.local[field] !== local[field])
        Object.assign(left, { [field]: present.local[field] })
    if (Object.keys(left).length === 0 && !present.unread) next.delete(id)
    else next.set(id, { ...present, base, local: left })
  }
  return next
}

/**
 * `same`: others changed the same field, and the person has to choose. `beside`: others changed another field, which
 * is kept. `locked`: no longer editable, for example because it was sent.
 */
export type Conflict = 'none' | 'same' | 'beside' | 'locked'

export function conflictOf(entry: TimeEntry, edit: Edit | undefined): Conflict {
  if (!edit) return 'none'
  if (!entry.is_editable) return 'locked'
  if (disputedFields(entry, edit).length > 0) return 'same'
  return fieldsChangedByOthers(entry, edit).length > 0 ? 'beside' : 'none'
}

/**
 * Fields that others have changed since the edit began. Compared by value: a change that was reverted is no conflict.
 */
export function fieldsChangedByOthers(entry: TimeEntry, edit: Edit) {
  const actual = recordedOf(entry)
  const { base } = edit
  return recordedFields.filter(
    (field) =>
      base[field] !== undefined && actual[field] !== base[field] && !isOwnUnanswered(edit, field, actual),
  )
}

/** True if the server's value was sent from here, although its answer was lost. */
const isOwnUnanswered = (edit: Edit | undefined, field: keyof Recorded, actual: Recorded) =>
  edit?.unanswered?.some((sent) => sent[field] === actual[field])

/** Fields that both sides changed to different values. Invalid text counts as different. */
export function disputedFields(entry: TimeEntry, edit: Edit) {
  const actual = recordedOf(entry)
  return fieldsChangedByOthers(entry, edit).filter((field) => {
    const wanted = wantedValue(edit, field)
    return hasInvalidText(edit.unread, field) || (wanted !== undefined && wanted !== actual[field])
  })
}

/**
 * The typed value of a field, or the implied one: „Nicht gekommen“ clears the times, and times clear „Nicht
 * gekommen“. Undefined if the edit does not concern the field.
 */
function wantedValue({ local }: Edit, field: keyof Recorded) {
  if (local[field] !== undefined) return local[field]
  if (field === 'absent') return entersTimes(local) ? false : undefined
  return local.absent && field !== 'note' ? null : undefined
}

/** True if changes by others do not prevent this edit from being applied. */
export function isUndisputed(entry: TimeEntry, edit: Edit): boolean {
  const conflict = conflictOf(entry, edit)
  return conflict === 'none' || conflict === 'beside'
}

/** Edits that can still be applied; those of locked entries are ignored everywhere. */
export function withoutLocked(edits: Edits, entries: readonly TimeEntry[]): Edits {
  const locked = entries.filter(({ id, is_editable }) => !is_editable && edits.has(id))
  return locked.reduce((left, { id }) => withEdit(left, id, undefined), edits)
}

/** Decides a dispute in favour of the local values: the server's present values become the base of the edit. */
export function keepMine(edits: Edits, entry: TimeEntry): Edits {
  const edit = edits.get(entry.id)
  if (!edit) return edits
  return withEdit(edits, entry.id, { ...edit, revision: entry.revision, base: recordedOf(entry) })
}

export const discardEdit = (edits: Edits, entry: TimeEntry) => withEdit(edits, entry.id, undefined)
