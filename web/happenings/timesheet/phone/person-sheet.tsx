// oxlint-disable jsx-a11y/prefer-tag-over-role -- not modal: the team above it stays in reach, and so does the bar below

import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { isCancelled } from '#contract/time/cancelled.ts'
import type { TimeEntry } from '#contract/times.ts'
import { Button } from '#web/ui/button.tsx'
import { daysBetween, daysLaterText } from '#web/ui/date-time/days.ts'
import { formatDayAndDate, formatMinutes, formatShortTime } from '#web/ui/format.ts'
import { CheckIcon, ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCloseRequest } from '#web/ui/use-close-request.ts'
import type { Edit } from '../edits/edits.ts'
import { ends, isPlanned, plannedOf, usualPlan } from '../edits/ends.ts'
import { deriveRowState, type RowState } from '../edits/read-entry.ts'
import { ABSENT_LABEL, functionAndTask, lengthDifferenceInWords, personName } from '../edits/words.ts'
import { RowMenu } from '../row-menu.tsx'
import { RowNotes } from '../row-notes.tsx'
import { rowId, type TeamProps } from '../team.ts'
import css from './person-sheet.module.css'
import { ActualTimeLine, OtherFields } from './sheet-fields.tsx'

/** Id of the sheet, for `aria-controls` of the rows. */
export const SHEET_ID = 'person'

type Props = TeamProps & {
  entry: TimeEntry
  onPerson: (timeentry_id: number | undefined) => void
}

/**
 * A person's times in a non-modal sheet; a press on another row switches to that person. Not keyed by person, so that
 * the sheet stays in place.
 */
export function PersonSheet(props: Props) {
  const { part, items, entry, day, open, onPerson, onHistory } = props
  const usual = useMemo(() => usualPlan(items), [items])
  const { acts } = open
  const kept = open.edits.get(entry.id)
  const state = deriveRowState(part, entry, kept, props.hints(entry.id))
  const name = personName(entry)
  const heading = useId()
  const sheet = useRef<HTMLElement>(null)
  useRowInSight(entry.id, sheet)
  useFieldInSight(sheet)
  const at = items.findIndex(({ id }) => id === entry.id)
  const close = () => {
    scrollRowAbove(sheet.current, entry.id)
    onPerson(undefined)
    returnFocusToRow(entry.id)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  useCloseRequest(true, close)
  const goTo = (next: TimeEntry | undefined) => next && onPerson(next.id)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes, wherever inside it is pressed
    <section
      ref={sheet}
      id={SHEET_ID}
      role="dialog"
      aria-labelledby={heading}
      className={css['sheet']}
      onKeyDown={keys}
    >
      <header className={css['head']}>
        <div>
          <h2 id={heading} dir="auto">
            {name}
          </h2>
          <p>
            {[
              functionAndTask(entry),
              entry.subcontractor,
              entry.personalnummer && `Nr. ${entry.personalnummer}`,
              `Übermittelt: ${entry.submitted ? 'Ja' : 'Nein'}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <RowMenu
          part={part}
          entry={entry}
          name={name}
          edit={kept}
          shown={state.shown}
          acts={acts}
          onHistory={() => onHistory(entry)}
        />
        <IconButton label="Schließen" icon={<CloseIcon />} onClick={close} />
      </header>
      <div className={css['body']}>
        <div className={css['plan']}>
          <PlannedTimes entry={entry} />
          {entry.is_editable && isPlanned(entry) && (
            <Button
              aria-pressed={state.isAsPlanned}
              icon={state.isAsPlanned ? <CheckIcon size={18} /> : undefined}
              onClick={() => acts.change(entry, plannedOf(entry))}
            >
              Wie geplant
            </Button>
          )}
        </div>
        {!state.shown.absent &&
          ends.map((end) => (
            <ActualTimeLine
              key={`${entry.id} ${end}`}
              entry={entry}
              end={end}
              day={day}
              usual={usual}
              state={state}
              acts={acts}
            />
          ))}
        {entry.submitted && !entry.is_editable && entry.withdrawal === null && (
          <p className={css['note']}>Schon übermittelt. Berichtigen kann das nur noch ein Admin.</p>
        )}
        <OtherFields key={entry.id} entry={entry} state={state} acts={acts} />
        <RowNotes
          part={part}
          entry={entry}
          edit={kept}
          hints={state.hints}
          doubts={state.doubts}
          acts={acts}
        />
      </div>
      <footer className={css['foot']}>
        <Button
          variant="quiet"
          icon={<ChevronLeftIcon />}
          aria-label="Vorige Person"
          aria-disabled={at <= 0 || undefined}
          onClick={() => goTo(items[at - 1])}
        />
        <p role="status">
          <WorkLength state={state} />
          <small>{statusInWords(entry, kept, state)}</small>
        </p>
        <Button
          variant="quiet"
          aria-disabled={at >= items.length - 1 || undefined}
          onClick={() => goTo(items[at + 1])}
        >
          Nächste <span className="only-read">Person</span>
          <ChevronRightIcon />
        </Button>
      </footer>
    </section>
  )
}

/** Least distance (px) of the row from the top of the window: height of the sticky head and one row. */
const MIN_TOP_PX = 160

/** Keeps the row of the open sheet visible above it, also when the height of the sheet changes. */
function useRowInSight(timeentry_id: number, sheet: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const show = () => scrollRowAbove(sheet.current, timeentry_id)
    show()
    const foot = sheet.current?.parentElement
    if (!foot) return undefined
    const size = new ResizeObserver(show)
    size.observe(foot)
    addEventListener('resize', show)
    return () => {
      size.disconnect()
      removeEventListener('resize', show)
    }
  }, [timeentry_id, sheet])
}

function scrollRowAbove(sheet: HTMLElement | null, timeentry_id: number) {
  const row = document.getElementById(rowId(timeentry_id))?.getBoundingClientRect()
  // Measures the container, which has its final place while the sheet itself is still animated.
  const edge = sheet?.parentElement?.getBoundingClientRect().top
  if (!row || edge === undefined) return
  const lowest = edge - row.height
  const top = Math.max(Math.min(row.top, lowest), Math.min(MIN_TOP_PX, lowest))
  if (top !== row.top) scrollBy({ top: row.top - top })
}

/**
 * Scrolls the sheet so that the focused field stays between its head and its foot: the keyboard of a phone
 * takes half of the window.
 */
function useFieldInSight(sheet: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const show = () => {
      const field = document.activeElement
      if (field?.matches('input, textarea') && sheet.current?.contains(field))
        field.scrollIntoView({ block: 'nearest' })
    }
    addEventListener('resize', show)
    visualViewport?.addEventListener('resize', show)
    return () => {
      removeEventListener('resize', show)
      visualViewport?.removeEventListener('resize', show)
    }
  }, [sheet])
}

const HIGHLIGHT_MS = 1_600

/** Returns the focus to the row and highlights the row for a moment. */
function returnFocusToRow(timeentry_id: number) {
  const row = document.getElementById(rowId(timeentry_id))
  row?.querySelector('button')?.focus({ preventScroll: true })
  const marked = { backgroundColor: 'var(--accent-soft)' }
  row?.animate([marked, { ...marked, offset: 0.5 }, {}], HIGHLIGHT_MS)
}

function PlannedTimes({ entry }: { entry: TimeEntry }) {
  const { soll_von_date, soll_von_time, soll_bis_date, soll_bis_time, soll_duration } = entry
  if (soll_von_time === null && soll_bis_time === null) return <p>Nicht geplant</p>
  const days = daysBetween(soll_von_date, soll_bis_date)
  return (
    <p>
      <span data-cancelled={isCancelled(entry) || undefined}>
        <span className="only-read">Geplant </span>
        {formatShortTime(soll_von_time) || '–'}–{formatShortTime(soll_bis_time) || '–'}
      </span>
      <small>
        {formatDayAndDate(soll_von_date ?? soll_bis_date).slice(0, -4)}
        {days > 0 && ` ${daysLaterText(days)}`} ·{' '}
        {isCancelled(entry)
          ? `${entry.status}, zählt nicht`
          : `geplant ${formatMinutes(soll_duration)}\u00a0h`}
      </small>
    </p>
  )
}

/** Hours of work, the break, and the difference from the plan. */
const WorkLength = ({ state: { work, pause, difference } }: { state: RowState }) => (
  <span>
    <b>{work === null ? '–' : `${formatMinutes(work)} h`}</b>
    {work !== null && pause > 0 && `, davon ${pause} Min. Pause`}
    {difference !== 0 && (
      <>
        {' '}
        <span aria-hidden="true">
          ({difference > 0 && '+'}
          {formatMinutes(difference)})
        </span>
        <span className="only-read">, {lengthDifferenceInWords(difference)}</span>
      </>
    )}
  </span>
)

function statusInWords(entry: TimeEntry, kept: Edit | undefined, { edit, work, shown }: RowState): string {
  if (edit) return 'Noch nicht übernommen'
  if (entry.submitted) return 'Übermittelt'
  if (kept) return 'Gesperrt'
  if (shown.absent) return ABSENT_LABEL
  return work === null ? 'Noch nicht erfasst' : 'Übernommen'
}
