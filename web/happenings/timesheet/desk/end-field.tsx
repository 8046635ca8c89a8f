// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table that is laid out as a grid
import { type ReactNode, useRef } from 'react'
import type { TimeFault, TypedTimes, WorkTimes } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { daysLaterText } from '#web/ui/date-time/days.ts'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { formatDate, formatShortTime } from '#web/ui/format.ts'
import { CalendarIcon, CloseIcon, UndoIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type Edit, isChangedAt, isInvalidAt, withoutInvalidFields } from '../edits/edits.ts'
import {
  dateOfEnd,
  type End,
  isSameEnd,
  noTimeAt,
  pickEnd,
  plannedOf,
  timeOfEnd,
  type UsualPlan,
  withDate,
  withTime,
} from '../edits/ends.ts'
import { daySpan, faultOf } from '../edits/read-entry.ts'
import type { EntryActs } from '../edits/use-edits.tsx'
import { endNames } from '../edits/words.ts'
import css from './row.module.css'

type Props = {
  entry: TimeEntry
  name: string
  end: End
  shown: TypedTimes
  read: WorkTimes | TimeFault
  edit: Edit | undefined
  /** Default day for people without a plan. */
  day: string
  /** Usual planned times of the team. */
  usual: UsualPlan
  /** Pointer or focus is in this row, so its icon buttons are shown. */
  isNear: boolean
  acts: EntryActs
}

/**
 * An editable actual time: typed, stepped or chosen, taken over from the plan, cleared, or reset.
 */
export function ActualTimeField({ entry, name, end, shown, read, edit, day, usual, isNear, acts }: Props) {
  const onChange = (typed: Partial<TypedTimes>) => acts.change(entry, typed)
  const onInvalidText = (part: keyof TypedTimes, text: string) => acts.storeInvalidText(entry, part, text)
  const isChanged = isChangedAt(edit, end)
  const planned = plannedOf(entry)
  const date = dateOfEnd(shown, end)
  const time = timeOfEnd(shown, end)
  const head = endNames[end]
  const days = end === 'bis' ? daySpan(read) : 0
  const cell = useRef<HTMLDivElement>(null)
  const press = (act: () => void) => () => {
    act()
    // The pressed icon disappears, so the field takes the focus.
    cell.current?.querySelector<HTMLElement>('input[inputmode=numeric]')?.focus()
  }
  // Not in the tab order: the menu of the row offers the same actions to the keyboard.
  const tool = (label: string, icon: ReactNode, isOn: boolean, act: () => void) =>
    isOn && (
      <IconButton size="small" tabIndex={-1} label={`${name}: ${label}`} icon={icon} onClick={press(act)} />
    )
  return (
    <div
      ref={cell}
      role="cell"
      className={css['end']}
      data-changed={isChanged || undefined}
      data-later={days > 0 || undefined}
    >
      <div className={css['inputs']}>
        <DateField
          withoutPicker={!isNear}
          label={`${name}: ${head}, Datum`}
          name={`${end}_date`}
          labelHidden
          size="small"
          clearable={false}
          near={dateOfEnd(planned, end) ?? day}
          // Valid dates are not in the tab order, so that Tab goes from time to time; arrow keys reach them.
          tabIndex={
            edit?.unread?.[`${end}_date`] === undefined && !faultOf(read, `${end}_date`) ? -1 : undefined
          }
          value={date}
          invalidText={edit?.unread?.[`${end}_date`]}
          error={faultOf(read, `${end}_date`)}
          onChange={(next) => onChange(withoutInvalidFields(withDate(shown, end, next), edit, `${end}_date`))}
          onInvalidText={(text) => onInvalidText(`${end}_date`, text)}
        />
        <TimeInput
          withoutPicker={!isNear}
          label={`${name}: ${head}`}
          name={`${end}_time`}
          labelHidden
          size="small"
          endsDay
          start={timeOfEnd(planned, end) ?? usual[end]}
          value={time}
          invalidText={edit?.unread?.[`${end}_time`]}
          error={faultOf(read, `${end}_time`)}
          onChange={(next) =>
            onChange(withoutInvalidFields(withTime(shown, end, next, { planned, day }), edit, `${end}_time`))
          }
          onInvalidText={(text) => onInvalidText(`${end}_time`, text)}
        />
      </div>
      <div className={css['tools']}>
        <DaySpan days={days} />
        {isNear && (
          <span className={css['near']}>
            {tool(
              `${head} wie geplant`,
              <CalendarIcon size={16} />,
              timeOfEnd(planned, end) !== null && (!isSameEnd(planned, shown, end) || isInvalidAt(edit, end)),
              () => onChange(pickEnd(planned, end)),
            )}
            {tool(`${head} leeren`, <CloseIcon size={16} />, date !== null || time !== null, () =>
              onChange(noTimeAt(end)),
            )}
            {tool(`Änderung verwerfen (${head})`, <UndoIcon size={16} />, isChanged, () =>
              acts.discard(entry, end),
            )}
          </span>
        )}
      </div>
    </div>
  )
}

type ActualTimeTextProps = {
  entry: TimeEntry
  end: End
  shown: TypedTimes
  edit: Edit | undefined
  /** Day of the team, shown in the head. */
  day: string
  days: number
}

/**
 * An actual time as text, in the place of its fields. If it is not editable, the day is shown only if it differs from
 * the team's, which is in the head.
 */
export function ActualTimeText({ entry, end, shown, edit, day, days }: ActualTimeTextProps) {
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
        <DaySpan days={days} />
      </div>
    </div>
  )
}

/** Days from the start of a shift to its end. */
export const DaySpan = ({ days }: { days: number }) =>
  days > 0 ? <span className={css['days']}>{daysLaterText(days)}</span> : null
