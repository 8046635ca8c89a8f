// Fields of the sheet: start, end, break, note and absence.
import { useEffect, useId, useRef, useState } from 'react'
import type { TypedTimes } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { formatDate, formatDayAndDate, formatShortTime } from '#web/ui/format.ts'
import { CheckIcon, EditIcon } from '#web/ui/icon.tsx'
import { withoutInvalidFields } from '../edits/edits.ts'
import {
  dateOfEnd,
  type End,
  isEmpty,
  plannedOf,
  timeOfEnd,
  type UsualPlan,
  withDate,
  withTime,
} from '../edits/ends.ts'
import { faultOf, type RowState } from '../edits/read-entry.ts'
import type { EntryActs } from '../edits/use-edits.tsx'
import { ABSENT_LABEL, endNames } from '../edits/words.ts'
import { NoteField, PauseField } from '../pause-and-note.tsx'
import css from './person-sheet.module.css'

type ActualTimeLineProps = {
  entry: TimeEntry
  end: End
  day: string
  /** Default day for people without a plan. */
  usual: UsualPlan
  state: RowState
  acts: EntryActs
}

/** An actual time: stepped, typed or chosen. The day is shown only if it differs from the team's. */
export function ActualTimeLine({
  entry,
  end,
  day,
  usual,
  state: { shown, read, edit },
  acts,
}: ActualTimeLineProps) {
  const [isDayOpen, setIsDayOpen] = useState(false)
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
  const change = (typed: Partial<TypedTimes>) => acts.change(entry, typed)
  const expected = dateOfEnd(planned, end) ?? day
  const invalidText = edit?.unread?.[`${end}_date`]
  const fault = faultOf(read, `${end}_date`)
  const shownDay = formatDayAndDate(date ?? expected).slice(0, -4)
  const showsDay = isDayOpen || invalidText !== undefined || fault !== undefined
  return (
    <div className={css['end']}>
      <TimeInput
        label={head}
        size="large"
        steps
        endsDay
        start={timeOfEnd(planned, end) ?? usual[end]}
        value={time}
        invalidText={edit?.unread?.[`${end}_time`]}
        error={faultOf(read, `${end}_time`)}
        onChange={(next) =>
          change(withoutInvalidFields(withTime(shown, end, next, { planned, day }), edit, `${end}_time`))
        }
        onInvalidText={(text) => acts.storeInvalidText(entry, `${end}_time`, text)}
      />
      <button
        type="button"
        className={css['day']}
        data-other={(date !== null && date !== expected) || undefined}
        aria-label={`${shownDay} – anderer Tag (${head})`}
        aria-expanded={showsDay}
        aria-controls={field}
        onClick={() => setIsDayOpen(!isDayOpen)}
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
            invalidText={invalidText}
            error={fault}
            onChange={(next) => change(withoutInvalidFields(withDate(shown, end, next), edit, `${end}_date`))}
            onInvalidText={(text) => acts.storeInvalidText(entry, `${end}_date`, text)}
          />
        )}
      </div>
    </div>
  )
}

type OtherFieldsProps = { entry: TimeEntry; state: RowState; acts: EntryActs }

/** Break, note and „Nicht gekommen“. The note is collapsed while empty. */
export function OtherFields({ entry, state: { shown, edit }, acts }: OtherFieldsProps) {
  const [isNoteOpen, setIsNoteOpen] = useState(false)
  const field = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opened = box.current
    const sheet = opened?.parentElement
    if (!isNoteOpen || !opened || !sheet) return
    // The field may open below the edge of the sheet; the page itself must not scroll.
    opened.querySelector('textarea')?.focus({ preventScroll: true })
    sheet.scrollBy({ top: opened.getBoundingClientRect().bottom - sheet.getBoundingClientRect().bottom })
  }, [isNoteOpen])
  const { note, absent, pause } = shown
  if (!entry.is_editable)
    return (
      <>
        {pause !== null && <p>Pause: {pause} Minuten</p>}
        {note !== null && <p className={css['note']}>Notiz: {note}</p>}
      </>
    )
  const hasField = isNoteOpen || note !== null
  return (
    <>
      {!absent && (entry.soll_pause !== null || pause !== null) && (
        <PauseField
          entry={entry}
          pause={pause}
          invalidText={edit?.unread?.pause}
          isTaken={!isEmpty(shown)}
          label="Pause (Minuten)"
          acts={acts}
        />
      )}
      <div className={css['beside']}>
        <Button
          size="small"
          variant="quiet"
          icon={<EditIcon size={18} />}
          aria-expanded={hasField}
          aria-controls={field}
          onClick={() => setIsNoteOpen(!isNoteOpen)}
        >
          Notiz
        </Button>
        {!entry.unplanned && (
          <Button
            size="small"
            variant={absent ? 'plain' : 'quiet'}
            aria-pressed={absent}
            icon={absent ? <CheckIcon size={18} /> : undefined}
            onClick={() => acts.setAbsent(entry, !absent)}
          >
            {ABSENT_LABEL}
          </Button>
        )}
      </div>
      <div ref={box} id={field} hidden={!hasField}>
        {hasField && <NoteField entry={entry} note={note} label="Notiz" acts={acts} />}
      </div>
    </>
  )
}
