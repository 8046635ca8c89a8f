// What a row shows of an entry: its times with the open change on top, what is wrong with them, and how long they
// are. Pure.
import type { Subhappening } from '#contract/parts.ts'
import { wallClock } from '#contract/time/plausible.ts'
import { isFault } from '#contract/time/work-time.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { type Edit, isAnyTimeUnread, shownOf } from './edits.ts'
import { isSame, plannedOf } from './ends.ts'
import { doubtsIn, readEntry, rulesOf } from './read-entry.ts'
import { hintsOfRow } from './relevant-hints.ts'
import { differenceOf } from './sums.ts'

export type RowState = ReturnType<typeof rowState>

export function rowState(
  part: Subhappening,
  entry: TimeEntry,
  kept: Edit | undefined,
  known: readonly TimeHint[],
) {
  const rules = rulesOf(part)
  // Where nothing can be changed any more the stored times stand; what was typed is told below them.
  const edit = entry.is_editable ? kept : undefined
  const shown = shownOf(entry, edit)
  const read = readEntry(entry, edit, rules)
  /** Minutes; null where something is open or wrong. */
  const work = 'minutes' in read && !isAnyTimeUnread(edit) ? read.minutes : null
  const doubts =
    edit && !edit.unread && !isFault(read)
      ? doubtsIn(new Map([[entry.id, edit]]), [entry], rules, clockIn(rules.zone))
      : []
  const hints = hintsOfRow(known, edit)
  const isAsPlanned = isSame(shown, plannedOf(entry)) && !isAnyTimeUnread(edit)
  return {
    edit,
    shown,
    read,
    work,
    /** Minutes of break within it: as recorded, else as planned. */
    pause: shown.pause ?? entry.soll_pause ?? 0,
    difference: differenceOf(entry, work),
    /** What will be asked about before it is applied. */
    doubts,
    hints,
    isAsPlanned,
    /** Worth a look among the others: what the plan has just as well is told where one looks anyway. */
    isOdd:
      doubts.some(({ doubt }) => !(doubt.kind === 'future' && isAsPlanned)) ||
      hints.some(({ as_planned }) => !as_planned),
    /** To be mended before anything is applied. */
    isWrong: edit !== undefined && (edit.unread !== undefined || isFault(read)),
  }
}

let clock = { zone: '', second: 0, shows: '' }

/** The clock on the wall, looked at once a second: for fifty rows that are drawn at once it is one look. */
function clockIn(zone: string): string {
  const second = Math.floor(Date.now() / 1_000)
  if (clock.zone !== zone || clock.second !== second) clock = { zone, second, shows: wallClock(zone) }
  return clock.shows
}
