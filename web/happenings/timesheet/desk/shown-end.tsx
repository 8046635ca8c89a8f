// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table that is laid out as a grid
import type { Typed } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { formatDate, formatShortTime } from '#web/ui/format.ts'
import { type Edit, isChangedAt } from '../edits/edits.ts'
import { dateOfEnd, type End, timeOfEnd } from '../edits/ends.ts'
import { DaysOver } from './days-over.tsx'
import css from './row.module.css'

type Props = {
  entry: TimeEntry
  end: End
  shown: Typed
  edit: Edit | undefined
  /** The day of the team. */
  day: string
  days: number
}

/**
 * An actual time as text, where its fields would stand. What cannot be changed any more has its day only where it is
 * another one than the team's, which stands in the head.
 */
export function ShownEnd({ entry, end, shown, edit, day, days }: Props) {
  const date = dateOfEnd(shown, end)
  const time = timeOfEnd(shown, end)
  const hasDay = entry.is_editable || date !== day
  return (
    <div
      role="cell"
      className={css['end']}
      data-changed={isChangedAt(edit, end) || undefined}
      data-later={days > 0 || undefined}
    >
      <div className={`${css['inputs']} ${css['texts']}`}>
        <span>{hasDay && formatDate(date)}</span>
        <span>{time === null && !entry.is_editable ? '–' : formatShortTime(time)}</span>
      </div>
      <div className={css['tools']}>
        <DaysOver days={days} />
      </div>
    </div>
  )
}
