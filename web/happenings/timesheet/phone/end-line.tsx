import { useId, useState } from 'react'
import type { Typed } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { formatDate, formatDayAndDate, formatShortTime } from '#web/ui/format.ts'
import { sparing } from '../edits/edits.ts'
import { dateOfEnd, type End, plannedOf, timeOfEnd, withDate, withTime } from '../edits/ends.ts'
import { endNames } from '../edits/entry-words.ts'
import type { RowState } from '../edits/row-state.ts'
import { faultOf } from '../edits/sums.ts'
import type { EntryActs } from '../edits/use-edits.ts'
import type { UsualPlan } from '../edits/usual-plan.ts'
import css from './person-sheet.module.css'

type Props = {
  entry: TimeEntry
  end: End
  day: string
  /** Of those for whom nothing is planned. */
  usual: UsualPlan
  state: RowState
  acts: EntryActs
}

/** One actual time, to be stepped with a thumb, typed or chosen. The day asks for room only where it is another one. */
export function EndLine({ entry, end, day, usual, state: { shown, read, edit }, acts }: Props) {
  const [asksDay, setAsksDay] = useState(false)
  const field = useId()
  const head = endNames[end]
  const planned = plannedOf(entry)
  const date = dateOfEnd(shown, end)
  const time = timeOfEnd(shown, end)
  if (!entry.is_editable)
    return (
      <p className={css['fixed']}>
        {head} <b>{time === null ? '–' : `${formatDate(date)} ${formatShortTime(time)}`}</b>
      </p>
    )
  const change = (typed: Partial<Typed>) => acts.change(entry, typed)
  const expected = dateOfEnd(planned, end) ?? day
  const unread = edit?.unread?.[`${end}_date`]
  const fault = faultOf(read, `${end}_date`)
  const shownDay = formatDayAndDate(date ?? expected).slice(0, -4)
  const showsDay = asksDay || unread !== undefined || fault !== undefined
  return (
    <div className={css['end']}>
      <TimeInput
        label={head}
        size="large"
        steps
        endsDay
        start={timeOfEnd(planned, end) ?? usual[end]}
        value={time}
        unread={edit?.unread?.[`${end}_time`]}
        error={faultOf(read, `${end}_time`)}
        onChange={(next) =>
          change(sparing(withTime(shown, end, next, { planned, day }), edit, `${end}_time`))
        }
        onUnread={(text) => acts.keepUnread(entry, `${end}_time`, text)}
      />
      <button
        type="button"
        className={css['day']}
        data-other={(date !== null && date !== expected) || undefined}
        aria-label={`${shownDay} – anderer Tag (${head})`}
        aria-expanded={showsDay}
        aria-controls={field}
        onClick={() => setAsksDay(!asksDay)}
      >
        {shownDay}
      </button>
      <div id={field} className={css['other']} hidden={!showsDay}>
        {showsDay && (
          <DateField
            label={`${head}, Datum`}
            near={expected}
            clearable={false}
            value={date}
            unread={unread}
            error={fault}
            onChange={(next) => change(sparing(withDate(shown, end, next), edit, `${end}_date`))}
            onUnread={(text) => acts.keepUnread(entry, `${end}_date`, text)}
          />
        )}
      </div>
    </div>
  )
}
