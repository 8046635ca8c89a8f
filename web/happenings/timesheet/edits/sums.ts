// Lengths of work, live: what the server has summed up and what the open changes make of it. Pure.

import { isCancelled } from '#contract/time/cancelled.ts'
import { type Fault, isFault, readWork, type Typed, type Work } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { daysBetween } from '#web/ui/date-time/days.ts'
import { type Edits, isAnyTimeUnread, shownFromBase, shownOf } from './edits.ts'
import { isPlanned } from './ends.ts'

/** Whole minutes; what is open or wrong counts nothing. */
function minutesOf(typed: Typed, zone: string): number {
  const read = readWork(typed, zone)
  return isFault(read) ? 0 : (read.minutes ?? 0)
}

/** Of the lengths that the rows show, where these are all there are: with one's own changes on top of all others. */
export function sumOf(entries: readonly TimeEntry[], edits: Edits, zone: string): number {
  let sum = 0
  for (const entry of entries) {
    const edit = edits.get(entry.id)
    if (!edit) sum += entry.ist_duration
    else if (!isAnyTimeUnread(edit)) sum += minutesOf(shownOf(entry, edit), zone)
  }
  return sum
}

/** By how much the sum of all entries changes when everything is applied; what cannot be read counts nothing. */
export function difference(edits: Edits, zone: string): number {
  let sum = 0
  for (const edit of edits.values())
    sum += (isAnyTimeUnread(edit) ? 0 : minutesOf(shownFromBase(edit), zone)) - minutesOf(edit.base, zone)
  return sum
}

/** The end is on a later day than the start. */
export const daysOver = (read: Work | Fault): number => (isFault(read) ? 0 : daysBetween(read.von, read.bis))

export const faultOf = (read: Work | Fault, field: keyof Typed): string | undefined =>
  isFault(read) ? [read, read.also].find((fault) => fault?.field === field)?.sentence : undefined

/** Minutes more or less than planned; nothing where one of the two is not known, or nothing is planned any more. */
export const differenceOf = (entry: TimeEntry, minutes: number | null) =>
  minutes === null || !isPlanned(entry) || isCancelled(entry) ? 0 : minutes - entry.soll_duration
