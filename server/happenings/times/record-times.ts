import { findDistanceFault } from '#contract/time/plausible.ts'
import {
  dateOf,
  isTimeFault,
  parseWorkTimes,
  type TimeFault,
  type TypedTimes,
  timeOf,
} from '#contract/time/work-time.ts'
import type { TimeEntryChange } from '#contract/times.ts'
import { happeningLimits } from '#contract/words/happenings.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutTimes } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { isEditable, lockToRecord } from '../may-record.ts'
import { happeningSentences } from '../sentences.ts'
import type { PartAddress } from '../subhappenings-store.ts'
import { requireUndisputed } from './disputes.ts'
import { completeChange, contradicts } from './read-change.ts'
import { entryName, type NamedEntry } from './shown.ts'
import {
  type EntryRow,
  findVisibleEntry,
  lockEntriesForUpdate,
  type RecordedTimes,
  setTimes,
} from './store.ts'

/**
 * Enters actual times, breaks, notes and absences: all changes of a call or none. Missing fields stay
 * unchanged. A change with a `revision` is refused if somebody else has changed the same field since. If an
 * administrator corrects a sent entry, it becomes unsent and is sent again with the next sending. Only
 * administrators may enter times more than a month away from the plan.
 */
export function recordTimes(
  kontor: Kontor,
  by: Caller,
  where: PartAddress,
  { items }: { items: TimeEntryChange[] },
) {
  const changes = items.map(completeChange)
  const long = changes.findIndex(({ note }) => Array.from(note ?? '').length > happeningLimits.note)
  if (long >= 0)
    throw refuseInvalid(['body', 'items', long, 'note'], happeningSentences.tooLong(happeningLimits.note))
  return inCallerTransaction(kontor, by, async (tx) => {
    const { sub, canRecordNow } = await lockToRecord(tx, by, where)
    const ids = changes.map(({ timeentry_id }) => timeentry_id)
    const entries = new Map((await lockEntriesForUpdate(tx, sub.id, ids)).map((entry) => [entry.id, entry]))
    await requireUndisputed(tx, changes, entries, { canRecordNow, by })
    const strange = ids.find((id) => !entries.has(id))
    if (strange !== undefined)
      throw refuse('not_found', missingEntrySentence(await findVisibleEntry(tx, by, strange)))
    const recorded = changes.flatMap((change, place) => {
      const entry = entries.get(change.timeentry_id) as EntryRow
      if (ids.indexOf(change.timeentry_id) < place)
        throw refuseInvalid(
          ['body', 'items', place, 'timeentry_id'],
          happeningSentences.entryTwice(entryName(entry)),
        )
      if (!isEditable(canRecordNow, entry.submitted, by)) throw refuse('not_editable', refusalFor(entry))
      return mergeChange(entry, change, place, { by, day: sub.date, zone: kontor.config.timeZone })
    })
    if (recorded.length === 0) return
    await setTimes(tx, by.id, recorded)
    changed(tx, aboutTimes(sub.id))
  })
}

/** The refusal contains the name of an entry of another part, if the caller may see that part. */
const missingEntrySentence = (entry: NamedEntry | undefined) =>
  entry ? happeningSentences.entryOfOther(entryName(entry)) : happeningSentences.entryIsGone

const refusalFor = (entry: EntryRow) =>
  entry.submitted
    ? happeningSentences.entryIsSent(entryName(entry))
    : happeningSentences.entryIsLocked(entryName(entry))

type RecordingContext = { by: Caller; day: string; zone: string }

/** New values of the entry; empty if nothing changes. */
function mergeChange(
  entry: EntryRow,
  change: TimeEntryChange,
  place: number,
  { by, day, zone }: RecordingContext,
): RecordedTimes[] {
  const wrong = ({ field, sentence }: TimeFault) =>
    refuseInvalid(['body', 'items', place, `ist_${field}`], `${entryName(entry)}: ${sentence}`)
  if (contradicts(change))
    throw refuseInvalid(
      ['body', 'items', place, 'absent'],
      happeningSentences.absentHasNoTimes(entryName(entry)),
    )
  if (change.absent && entry.unplanned)
    throw refuseInvalid(
      ['body', 'items', place, 'absent'],
      happeningSentences.unplannedIsRemoved(entryName(entry)),
    )
  const read = parseWorkTimes(toTypedTimes(entry, change), zone)
  if (isTimeFault(read)) throw wrong(read)
  const note = change.note === undefined ? entry.note : change.note
  const pause = change.ist_pause === undefined ? entry.ist_pause : change.ist_pause
  const isTimed = read.von !== entry.ist_von || read.bis !== entry.ist_bis
  const isBreakNew = isTimed || pause !== entry.ist_pause
  if (isBreakNew && pause !== null && read.minutes !== null && pause >= read.minutes)
    throw refuseInvalid(
      ['body', 'items', place, 'ist_pause'],
      happeningSentences.breakTooLong(entryName(entry)),
    )
  const absent = change.absent ?? entry.absent
  if (!isTimed && note === entry.note && pause === entry.ist_pause && absent === entry.absent) return []
  const distant = isTimed && findDistanceFault(read, { von: entry.soll_von, bis: entry.soll_bis, day })
  if (distant && !by.is_admin) throw wrong(distant)
  return [{ id: entry.id, ...read, pause, note, absent }]
}

function toTypedTimes({ ist_von, ist_bis }: EntryRow, change: TimeEntryChange): TypedTimes {
  const given = (value: string | null | undefined, before: string | null) =>
    value === undefined || value === 'not_given' ? before : value
  return {
    von_date: given(change.ist_von_date, dateOf(ist_von)),
    von_time: given(change.ist_von_time, timeOf(ist_von)),
    bis_date: given(change.ist_bis_date, dateOf(ist_bis)),
    bis_time: given(change.ist_bis_time, timeOf(ist_bis)),
  }
}
