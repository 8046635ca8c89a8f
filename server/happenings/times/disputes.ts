import { dateOf, timeOf } from '#contract/time/work-time.ts'
import type { TimeDispute, TimeEntryChange } from '#contract/times.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import { isEditable } from '../may-record.ts'
import { actualTimesRevision, entryName, toTimeEntry } from './shown.ts'
import { type EntryRow, listLastChanges, type TimeChange } from './store.ts'

/**
 * Refuses changes with a `revision` that are disputed: somebody else has changed one of the same fields to
 * another value since that revision, or the entry is locked or gone. A single dispute refuses the whole call
 * and nothing is stored. The answer lists all disputes, so that the caller can send the other changes again
 * at once.
 */
export async function requireUndisputed(
  tx: Tx,
  changes: readonly TimeEntryChange[],
  entries: ReadonlyMap<number, EntryRow>,
  { canRecordNow, by }: { canRecordNow: boolean; by: Caller },
) {
  const seeing = changes.filter(hasRevision)
  const lockedOrGone = seeing.flatMap(({ timeentry_id }): TimeDispute[] => {
    const entry = entries.get(timeentry_id)
    if (!entry) return [{ timeentry_id, reason: 'gone', ...unknownAuthor }]
    if (isEditable(canRecordNow, entry.submitted, by)) return []
    return [{ timeentry_id, reason: 'locked', entry: toTimeEntry(entry, canRecordNow, by), ...unknownAuthor }]
  })
  const changed = (await findChangedEntries(tx, seeing, entries)).map(
    ({ entry, last }): TimeDispute => ({
      timeentry_id: entry.id,
      reason: 'changed',
      entry: toTimeEntry(entry, canRecordNow, by),
      by: last?.by ?? null,
      by_display_name: last?.by_display_name ?? null,
      at: last?.at.toISOString() ?? null,
    }),
  )
  const known = new Set(lockedOrGone.map(({ timeentry_id }) => timeentry_id))
  const disputes = [...changed.filter(({ timeentry_id }) => !known.has(timeentry_id)), ...lockedOrGone]
  if (disputes.length > 0)
    throw refuse('times_changed', disputeSentence(disputes, entries)).withFields({ disputes })
}

type ChangeWithRevision = TimeEntryChange & { revision: number }
const hasRevision = (change: TimeEntryChange): change is ChangeWithRevision => change.revision !== undefined
const unknownAuthor = { by: null, by_display_name: null, at: null }

function disputeSentence(disputes: readonly TimeDispute[], entries: ReadonlyMap<number, EntryRow>): string {
  const [first, ...others] = disputes
  const entry = entries.get(first?.timeentry_id ?? 0)
  const what =
    entry === undefined
      ? 'Einen dieser Zeiteinträge gibt es hier nicht oder nicht mehr.'
      : first?.reason === 'changed'
        ? `Die Zeiten von „${entryName(entry)}“ wurden inzwischen geändert.`
        : `Die Zeiten von „${entryName(entry)}“ lassen sich nicht mehr ändern.`
  const more =
    others.length === 0
      ? ''
      : others.length === 1
        ? ' Noch ein Eintrag hat sich geändert.'
        : ` Noch ${others.length} Einträge haben sich geändert.`
  return `${what}${more} Es wurde nichts gespeichert.`
}

/** Upper bound of changes to look up. If there were more since the caller's revision, all fields count as changed. */
const MAX_CHANGES = 200

type ChangedEntry = { entry: EntryRow; last: TimeChange | undefined }

/**
 * Finds changes of the same fields since the caller's revision. If the history cannot tell, because the
 * planner changed the entry or the revision is too old, all fields count as changed.
 */
async function findChangedEntries(
  tx: Tx,
  changes: readonly ChangeWithRevision[],
  entries: ReadonlyMap<number, EntryRow>,
): Promise<ChangedEntry[]> {
  const outdated = changes.flatMap((change) => {
    const entry = entries.get(change.timeentry_id)
    if (!entry || change.revision === actualTimesRevision(entry)) return []
    return [{ change, entry, count: countChangesSince(entry, change) }]
  })
  if (outdated.length === 0) return []
  const asked = outdated.map(({ entry: { id }, count }) => ({ id, count: count ?? 1 }))
  const known = Map.groupBy(await listLastChanges(tx, asked), ({ entry_id }) => entry_id)
  return outdated.flatMap(({ change, entry, count }) => {
    const since = known.get(entry.id) ?? []
    const then = since.length === count ? since.at(-1) : undefined
    const disputed = disputedFields(change, entry, then && stateBefore(then))
    if (disputed.length === 0) return []
    return [{ entry, last: since.find((one) => hasChangedField(one, disputed)) }]
  })
}

/** Number of changes by people since the caller's revision; undefined if the history does not reach back that far. */
function countChangesSince(entry: EntryRow, { revision }: ChangeWithRevision): number | undefined {
  const count = actualTimesRevision(entry) - revision
  return count > 0 && count <= Math.min(entry.revision, MAX_CHANGES) ? count : undefined
}

type TimesState = Pick<EntryRow, 'ist_von' | 'ist_bis' | 'ist_pause' | 'note' | 'absent'>
const stateBefore = ({ old_von, old_bis, old_pause, old_note, old_absent }: TimeChange): TimesState => ({
  ist_von: old_von,
  ist_bis: old_bis,
  ist_pause: old_pause,
  note: old_note,
  absent: old_absent,
})
const stateAfter = ({ new_von, new_bis, new_pause, new_note, new_absent }: TimeChange): TimesState => ({
  ist_von: new_von,
  ist_bis: new_bis,
  ist_pause: new_pause,
  note: new_note,
  absent: new_absent,
})

/**
 * Fields that differ both from what the caller saw (`then`) and from what they want. Without `then` all
 * fields count as changed. Pure.
 */
export function disputedFields(
  change: TimeEntryChange,
  now: TimesState,
  then: TimesState | undefined,
): TimeField[] {
  const [present, seen] = [toTimeFields(now), then && toTimeFields(then)]
  return timeFields.filter((field) => {
    const value = change[field]
    if (value === undefined || value === 'not_given') return false
    const wanted = field.endsWith('_time') ? withSeconds(value) : value
    return present[field] !== seen?.[field] && present[field] !== wanted
  })
}

const timeFields = [
  'ist_von_date',
  'ist_von_time',
  'ist_bis_date',
  'ist_bis_time',
  'ist_pause',
  'note',
  'absent',
] as const
type TimeField = (typeof timeFields)[number]

const toTimeFields = ({
  ist_von,
  ist_bis,
  ist_pause,
  note,
  absent,
}: TimesState): Record<TimeField, FieldValue> => ({
  ist_von_date: dateOf(ist_von),
  ist_von_time: timeOf(ist_von),
  ist_bis_date: dateOf(ist_bis),
  ist_bis_time: timeOf(ist_bis),
  ist_pause,
  note,
  absent,
})

type FieldValue = string | number | boolean | null
/** Adds the seconds, so that 18:30 equals 18:30:00. */
const withSeconds = (value: FieldValue) =>
  typeof value === 'string' && value.length === 5 ? `${value}:00` : value

function hasChangedField(change: TimeChange, disputed: readonly TimeField[]): boolean {
  const [was, is] = [toTimeFields(stateBefore(change)), toTimeFields(stateAfter(change))]
  return disputed.some((field) => was[field] !== is[field])
}
