import { dateOf, timeOf } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import type { Caller } from '#server/caller.ts'
import { isEditable } from '../may-record.ts'
import type { EntryRow } from './store.ts'

/** Revision of the actual times as the browser sees it: the planner's own changes count too. */
export const actualTimesRevision = ({ revision, imports }: Pick<EntryRow, 'revision' | 'imports'>) =>
  imports + revision

/** Entry of the answer: moments as days and times, missing values as null, a missing duration as 0. */
export function toTimeEntry(
  {
    soll_von,
    soll_bis,
    soll_minutes,
    ist_von,
    ist_bis,
    ist_minutes,
    to_withdraw,
    imports,
    ...entry
  }: EntryRow,
  mayRecord: boolean,
  by: Caller,
): TimeEntry {
  const isWithdrawn = entry.submitted && ist_von === null && ist_bis === null
  return {
    ...entry,
    revision: actualTimesRevision({ revision: entry.revision, imports }),
    is_editable: isEditable(mayRecord, entry.submitted, by),
    soll_von_date: dateOf(soll_von),
    soll_von_time: timeOf(soll_von),
    soll_bis_date: dateOf(soll_bis),
    soll_bis_time: timeOf(soll_bis),
    soll_duration: soll_minutes ?? 0,
    ist_von_date: dateOf(ist_von),
    ist_von_time: timeOf(ist_von),
    ist_bis_date: dateOf(ist_bis),
    ist_bis_time: timeOf(ist_bis),
    ist_duration: ist_minutes ?? 0,
    withdrawal: entry.absent ? null : to_withdraw ? 'due' : isWithdrawn ? 'done' : null,
  }
}

export type NamedEntry = Pick<EntryRow, 'id' | 'last_name' | 'first_name' | 'subcontractor'>
export const entryName = ({ last_name, first_name, subcontractor, id }: NamedEntry) =>
  [last_name, first_name].filter(Boolean).join(', ') || subcontractor || `Eintrag ${id}`
