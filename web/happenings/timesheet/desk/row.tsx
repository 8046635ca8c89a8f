// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table that is laid out as a grid

import { memo, useState } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import { isCancelled } from '#contract/time/cancelled.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { daysBetween } from '#web/ui/date-time/days.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { formatDayAndDate, formatMinutes, formatShortTime } from '#web/ui/format.ts'
import { InfoIcon } from '#web/ui/icon.tsx'
import type { Edit } from '../edits/edits.ts'
import { ends, isEmpty, type UsualPlan } from '../edits/ends.ts'
import { daySpan, deriveRowState } from '../edits/read-entry.ts'
import type { EntryActs } from '../edits/use-edits.tsx'
import { ABSENT_LABEL, lengthDifferenceInWords, personName } from '../edits/words.ts'
import { NoteField, PauseField } from '../pause-and-note.tsx'
import { RowMenu } from '../row-menu.tsx'
import { RowNotes } from '../row-notes.tsx'
import { rowId } from '../team.ts'
import { ActualTimeField, ActualTimeText, DaySpan } from './end-field.tsx'
import noteCss from './note-cell.module.css'
import css from './row.module.css'

type Props = {
  part: Subhappening
  entry: TimeEntry
  edit: Edit | undefined
  isInSight: boolean
  hints: readonly TimeHint[]
  day: string
  usual: UsualPlan
  /** Undefined if nothing can be changed. */
  selected: boolean | undefined
  onSelect: (timeentry_ids: readonly number[], on: boolean) => void
  acts: EntryActs
  onHistory: (entry: TimeEntry) => void
  /** Columns for breaks and notes are shown. */
  withPauses: boolean
  withNotes: boolean
  onNote: (timeentry_id: number) => void
}

/** Memoized, since there may be fifty rows. Outside the viewport, times are text instead of fields. */
export const Row = memo(function Row({
  part,
  entry,
  edit: kept,
  isInSight,
  hints: allHints,
  day,
  usual,
  selected,
  onSelect,
  acts,
  onHistory,
  withPauses,
  withNotes,
  onNote,
}: Props) {
  const name = personName(entry)
  const state = deriveRowState(part, entry, kept, allHints)
  const { edit, shown, read, work, pause, difference, doubts, hints, isWrong } = state
  const asPlanned = hints.flatMap((hint) => (hint.as_planned ? [hint.sentence] : [])).join(' ')
  // Fields and buttons are rendered once the pointer or the focus has been here: six per row would be slow.
  const [isNear, setIsNear] = useState(false)
  const markNear = () => setIsNear(true)
  // A row with invalid input keeps its fields outside the viewport.
  const isResting = entry.is_editable && !(isInSight || isNear || isWrong)
  const hasFields = entry.is_editable && !isResting
  return (
    <div
      role="row"
      id={rowId(entry.id)}
      className={css['row']}
      data-changed={edit !== undefined || undefined}
      data-selected={selected || undefined}
      data-resting={isResting || undefined}
      data-wrong={isWrong || undefined}
      onPointerEnter={markNear}
      onFocus={markNear}
    >
      {selected !== undefined && (
        <div role="cell" className={css['tick']}>
          <Checkbox
            label={`${name} auswählen`}
            labelHidden
            checked={selected}
            onChange={(on) => onSelect([entry.id], on)}
          />
        </div>
      )}
      <div role="cell" className={css['person']}>
        <b>{name}</b>
        <small>{entry.personalnummer ?? '–'}</small>
        {asPlanned !== '' && (
          <span className={css['calm']} title={asPlanned}>
            <InfoIcon size={16} />
            <span className="only-read">{asPlanned}</span>
          </span>
        )}
      </div>
      <div role="cell" className={css['job']}>
        {entry.funktion && <span className={css['work']}>{entry.funktion}</span>}
        {entry.aufgabe && <span className={css['work']}>{entry.aufgabe}</span>}
        {!entry.funktion && !entry.aufgabe && !entry.subcontractor && '–'}
        {entry.subcontractor && <small>{entry.subcontractor}</small>}
        {entry.status && entry.status !== 'zugesagt' && (
          <small className={css['status']}>{entry.status}</small>
        )}
      </div>
      <div role="cell" className={css['planned']} data-cancelled={isCancelled(entry) || undefined}>
        <PlannedTimes entry={entry} day={day} />
      </div>
      {shown.absent ? (
        <AbsentCells entry={entry} name={name} acts={acts} />
      ) : (
        ends.map((end) =>
          hasFields ? (
            <ActualTimeField
              key={end}
              entry={entry}
              name={name}
              end={end}
              shown={shown}
              read={read}
              day={day}
              usual={usual}
              edit={edit}
              isNear={isNear}
              acts={acts}
            />
          ) : (
            <ActualTimeText
              key={end}
              entry={entry}
              end={end}
              shown={shown}
              edit={edit}
              day={day}
              days={end === 'bis' ? daySpan(read) : 0}
            />
          ),
        )
      )}
      {withPauses && (
        <div role="cell">
          {hasFields && !shown.absent ? (
            <PauseField
              entry={entry}
              pause={shown.pause}
              invalidText={edit?.unread?.pause}
              isTaken={!isEmpty(shown)}
              label={`${name}: Pause`}
              isSmall
              acts={acts}
            />
          ) : (
            !isEmpty(shown) && pause
          )}
        </div>
      )}
      <div role="cell" className={css['length']}>
        <span className="only-read">Dauer </span>
        <b title={work !== null && pause > 0 ? `Davon ${pause} Minuten Pause` : undefined}>
          {work === null ? '–' : formatMinutes(work)}
        </b>
        {difference !== 0 && (
          <small title={`Dauer: ${lengthDifferenceInWords(difference)}`}>
            <span aria-hidden="true">
              {difference > 0 && '+'}
              {formatMinutes(difference)}
            </span>
            <span className="only-read">, {lengthDifferenceInWords(difference)}</span>
          </small>
        )}
      </div>
      {withNotes && (
        <div role="cell" className={noteCss['note']}>
          {hasFields ? (
            <NoteField entry={entry} note={shown.note} label={`${name}: Notiz`} isSmall acts={acts} />
          ) : (
            shown.note
          )}
        </div>
      )}
      <div role="cell" className={css['submitted']}>
        {entry.submitted ? <Badge tone="success">Ja</Badge> : 'Nein'}
      </div>
      <div role="cell" className={css['menu']}>
        <RowMenu
          part={part}
          entry={entry}
          name={name}
          edit={edit}
          shown={shown}
          acts={acts}
          onHistory={() => onHistory(entry)}
          onNote={() => onNote(entry.id)}
        />
      </div>
      <RowNotes
        part={part}
        entry={entry}
        edit={kept}
        hints={hints.filter((hint) => !hint.as_planned)}
        doubts={doubts}
        acts={acts}
        role="cell"
      />
    </div>
  )
})

/** „Nicht gekommen“ in place of both times, with undo. */
const AbsentCells = ({ entry, name, acts }: { entry: TimeEntry; name: string; acts: EntryActs }) => (
  <>
    <div role="cell" className={css['absent']}>
      {ABSENT_LABEL}
    </div>
    <div role="cell">
      {entry.is_editable && (
        <Button
          size="small"
          variant="quiet"
          aria-label={`${name}: Doch gekommen`}
          onClick={() => acts.setAbsent(entry, false)}
        >
          Doch gekommen
        </Button>
      )}
    </div>
  </>
)

/** Planned times; their day only if it differs from the one above the table. */
function PlannedTimes({ entry, day }: { entry: TimeEntry; day: string }) {
  const { soll_von_date, soll_von_time, soll_bis_date, soll_bis_time, soll_duration } = entry
  if (soll_von_time === null && soll_bis_time === null)
    return entry.unplanned ? <small>nicht geplant</small> : <span>–</span>
  const days = daysBetween(soll_von_date, soll_bis_date)
  const own = soll_von_date ?? soll_bis_date
  return (
    <>
      <span>
        {formatShortTime(soll_von_time) || '–'}–{formatShortTime(soll_bis_time) || '–'}
      </span>
      <small>
        <DaySpan days={days} />
        {days > 0 && ' · '}
        {own !== day && `${formatDayAndDate(own)} · `}
        {isCancelled(entry) ? (
          'zählt nicht'
        ) : (
          <>
            <span className="only-read">Geplante Dauer </span>
            {formatMinutes(soll_duration)} h
          </>
        )}
      </small>
    </>
  )
}
