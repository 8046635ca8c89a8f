// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table that is laid out as a list

import { memo } from 'react'
import { flushSync } from 'react-dom'
import type { Subhappening } from '#contract/parts.ts'
import { isCancelled } from '#contract/time/cancelled.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { daysBetween, daysLaterText } from '#web/ui/date-time/days.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { formatDate, formatMinutes, formatShortTime } from '#web/ui/format.ts'
import { CheckIcon, EditIcon, WarningIcon } from '#web/ui/icon.tsx'
import { focusOn } from '#web/ui/keyboard/focus-on.ts'
import { conflictOf, type Edit } from '../edits/edits.ts'
import { isEmpty, isPlanned, plannedOf } from '../edits/ends.ts'
import { deriveRowState, type RowState } from '../edits/read-entry.ts'
import { ABSENT_LABEL, functionAndTask, lengthDifferenceInWords, personName } from '../edits/words.ts'
import { rowId } from '../team.ts'
import css from './people.module.css'
import { SHEET_ID } from './person-sheet.tsx'

type Props = {
  part: Subhappening
  entry: TimeEntry
  edit: Edit | undefined
  hints: readonly TimeHint[]
  day: string
  /** The open sheet belongs to this row. */
  isOpen: boolean
  /** Undefined if rows are opened instead of selected. */
  selected: boolean | undefined
  onSelect: (timeentry_ids: readonly number[], on: boolean) => void
  onPerson: (timeentry_id: number | undefined) => void
}

/** One line per person: name, times, state. Memoized. */
export const PersonRow = memo(function PersonRow({
  part,
  entry,
  edit,
  hints,
  day,
  isOpen,
  selected,
  onSelect,
  onPerson,
}: Props) {
  const name = personName(entry)
  const state = deriveRowState(part, entry, edit, hints)
  const isTicking = selected !== undefined
  /** Opens the sheet and moves the focus into it, for keyboards and screen readers; a second press closes it. */
  const press = () => {
    flushSync(() => onPerson(isOpen ? undefined : entry.id))
    focusOn(document.getElementById(SHEET_ID)?.querySelector('h2'))
  }
  return (
    <div
      role="row"
      id={rowId(entry.id)}
      className={css['row']}
      data-changed={state.edit !== undefined || undefined}
      data-selected={selected || isOpen || undefined}
    >
      {isTicking && (
        <div role="cell" className={css['tick']}>
          <Checkbox
            label={`${name} auswählen`}
            labelHidden
            checked={selected}
            onChange={(on) => onSelect([entry.id], on)}
          />
        </div>
      )}
      <div role="cell" className={css['whole']}>
        <button
          type="button"
          className={css['press']}
          aria-expanded={isTicking ? undefined : isOpen}
          aria-controls={isOpen ? SHEET_ID : undefined}
          onClick={() => (isTicking ? onSelect([entry.id], !selected) : press())}
        >
          <span className={css['who']}>
            <b dir="auto">{name}</b>
            <small className={css['sub']}>
              <PersonDetails entry={entry} note={state.shown.note} day={day} />
            </small>
          </span>
          <PersonTimes entry={entry} state={state} />
          <RowStatusIcon entry={entry} kept={edit} state={state} />
        </button>
      </div>
    </div>
  )
})

/**
 * Function and task, or else the personnel number. A day other than the team's and a status other than „zugesagt“
 * come first, the note comes last.
 */
function PersonDetails({ entry, note, day }: { entry: TimeEntry; note: string | null; day: string }) {
  const own = entry.soll_von_date ?? entry.soll_bis_date
  return (
    <>
      <span>
        {own !== null && own !== day && <span>{formatDate(own).slice(0, 6)} · </span>}
        {entry.status && entry.status !== 'zugesagt' && (
          <span className={css['status']}>{entry.status} · </span>
        )}
        {functionAndTask(entry) || entry.personalnummer || '–'}
      </span>
      {note !== null && (
        <span className={css['note']}>
          <EditIcon size={14} />
          <span className="only-read">, Notiz: </span>
          {note}
        </span>
      )}
    </>
  )
}

/** Recorded times, else the planned ones, dimmed. */
function PersonTimes({
  entry,
  state: { shown, work, difference, isWrong },
}: {
  entry: TimeEntry
  state: RowState
}) {
  if (isWrong)
    return (
      <span className={css['times']} data-tone="danger">
        <b>Bitte korrigieren</b>
      </span>
    )
  if (shown.absent)
    return (
      <span className={css['times']} data-tone="muted">
        <span>{ABSENT_LABEL}</span>
      </span>
    )
  const isOpen = isEmpty(shown)
  if (isOpen && !isPlanned(entry))
    return (
      <span className={css['times']} data-tone="muted">
        <span>–</span>
        <small>nicht geplant</small>
      </span>
    )
  const { von_date, von_time, bis_date, bis_time } = isOpen ? plannedOf(entry) : shown
  const days = daysBetween(von_date, bis_date)
  const clock = (time: string | null) => formatShortTime(time) || 'offen'
  return (
    <span className={css['times']} data-tone={isOpen ? 'muted' : undefined}>
      <span className={css['span']} data-cancelled={(isOpen && isCancelled(entry)) || undefined}>
        {clock(von_time)}–{clock(bis_time)}
      </span>
      <small>
        {days > 0 && <span className={css['days']}>{daysLaterText(days)} </span>}
        {isOpen ? 'geplant' : work === null ? '' : `${formatMinutes(work)} h`}
        {!isOpen && difference !== 0 && (
          <b title={`Dauer: ${lengthDifferenceInWords(difference)}`}>
            {' '}
            <span aria-hidden="true">
              {difference > 0 && '+'}
              {formatMinutes(difference)}
            </span>
            <span className="only-read">, {lengthDifferenceInWords(difference)}</span>
          </b>
        )}
      </small>
    </span>
  )
}

type RowStatusIconProps = { entry: TimeEntry; kept: Edit | undefined; state: RowState }

/** At most one icon: warning, open change, or sent. */
function RowStatusIcon({ entry, kept, state: { edit, isWrong, isOdd } }: RowStatusIconProps) {
  const conflict = conflictOf(entry, kept)
  const isUrgent = conflict !== 'none' || entry.refused !== null || isWrong
  // Hints about sent times are no longer shown.
  if (entry.submitted && entry.withdrawal === null && !edit && !isUrgent)
    return (
      <span className={css['mark']} data-tone="success">
        <CheckIcon size={18} />
        <span className="only-read">Übermittelt</span>
      </span>
    )
  if (isUrgent || isOdd || entry.withdrawal === 'due')
    return (
      <span className={css['mark']} data-tone={isUrgent ? 'danger' : 'warning'}>
        <WarningIcon size={18} />
        <span className="only-read">{isUrgent ? 'Bitte ansehen' : 'Hinweis'}</span>
      </span>
    )
  if (edit)
    return (
      <span className={css['mark']} data-tone="changed">
        <span className="only-read">noch nicht übernommen</span>
      </span>
    )
  return <span className={css['mark']} />
}
