// oxlint-disable jsx-a11y/prefer-tag-over-role -- one markup for rows on a desk and cards on a phone, laid out as a grid

import type { Subhappening } from '#contract/parts.ts'
import { isCancelled } from '#contract/time/cancelled.ts'
import { wallClock } from '#contract/time/plausible.ts'
import { isFault } from '#contract/time/work-time.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { formatDayAndDate, formatMinutes, formatShortTime } from '#web/ui/format.ts'
import { CheckIcon } from '#web/ui/icon.tsx'
import { type Edit, shownOf } from './edits.ts'
import { EndField } from './end-field.tsx'
import { ends, isPlanned, isSame, plannedOf } from './ends.ts'
import { nameOf } from './entry-words.ts'
import { doubtsIn, readEntry, rulesOf } from './read-entry.ts'
import css from './row.module.css'
import { RowMenu } from './row-menu.tsx'
import { RowNotes } from './row-notes.tsx'
import { differenceOf } from './sums.ts'
import type { EntryActs } from './use-edits.tsx'

type Props = {
  part: Subhappening
  entry: TimeEntry
  edit: Edit | undefined
  hints: readonly TimeHint[]
  day: string
  /** Undefined where nobody can change anything. */
  selected: boolean | undefined
  onSelect: (on: boolean) => void
  acts: EntryActs
  onHistory: () => void
}

const rowId = (timeentry_id: number) => `eintrag-${timeentry_id}`

/** To what is wrong in the row of an entry, else to its first time. Answers whether the row is on the screen. */
export function leadTo(timeentry_id: number): boolean {
  const row = document.getElementById(rowId(timeentry_id))
  if (!row) return false
  row.scrollIntoView({ block: 'center' })
  const field =
    row.querySelector<HTMLElement>('[aria-invalid=true]') ??
    row.querySelector<HTMLElement>('input[inputmode=numeric]') ??
    row.querySelector<HTMLElement>('button')
  field?.focus({ preventScroll: true })
  return true
}

export function Row({ part, entry, edit: kept, hints, day, selected, onSelect, acts, onHistory }: Props) {
  const withSubmitted = part.can.administer
  const rules = rulesOf(part)
  const name = nameOf(entry)
  // Where nothing can be changed any more the stored times stand; what was typed is told below them.
  const edit = entry.is_editable ? kept : undefined
  const shown = shownOf(entry, edit)
  const read = readEntry(entry, edit, rules)
  const work = 'minutes' in read && !edit?.unread ? read.minutes : null
  const difference = differenceOf(entry, work)
  const doubts =
    edit && !edit.unread && !isFault(read)
      ? doubtsIn(new Map([[entry.id, edit]]), [entry], rules, wallClock(rules.zone))
      : []
  const asPlanned = isSame(shown, plannedOf(entry)) && !edit?.unread
  return (
    <div
      role="row"
      id={rowId(entry.id)}
      className={css['row']}
      data-changed={edit !== undefined || undefined}
      data-selected={selected || undefined}
    >
      {selected !== undefined && (
        <div role="cell" className={css['tick']}>
          <Checkbox label={`${name} auswählen`} labelHidden checked={selected} onChange={onSelect} />
        </div>
      )}
      <div role="cell" className={css['person']}>
        <b>{name}</b>
        <small>{entry.personalnummer ?? '–'}</small>
        {entry.submitted && entry.withdrawal === null && !withSubmitted && (
          <span className={css['sent']}>
            <Badge tone="success">Übermittelt</Badge>
          </span>
        )}
      </div>
      <div role="cell" className={css['job']}>
        {entry.funktion && <span className={css['work']}>{entry.funktion}</span>}
        {entry.aufgabe && <span className={css['work']}>{entry.aufgabe}</span>}
        {!entry.funktion && !entry.aufgabe && '–'}
        {entry.subcontractor && <small>{entry.subcontractor}</small>}
        {entry.status && entry.status !== 'zugesagt' && (
          <small className={css['status']}>{entry.status}</small>
        )}
      </div>
      <div role="cell" className={css['planned']} data-cancelled={isCancelled(entry) || undefined}>
        <Planned entry={entry} />
      </div>
      {entry.is_editable && isPlanned(entry) && (
        // Only on a phone: one tap where a desk has the menu and the keyboard.
        <div className={css['oneTap']} role="cell">
          <Button
            aria-label={`${name}: Wie geplant`}
            aria-pressed={asPlanned}
            icon={asPlanned ? <CheckIcon /> : undefined}
            onClick={() => acts.change(entry, plannedOf(entry))}
          >
            Wie geplant
          </Button>
        </div>
      )}
      {ends.map((end) => (
        <EndField
          key={end}
          entry={entry}
          name={name}
          end={end}
          shown={shown}
          read={read}
          day={day}
          edit={edit}
          onChange={(typed) => acts.change(entry, typed)}
          onUnread={(part, text) => acts.keepUnread(entry, part, text)}
          onDiscard={() => acts.discard(entry, end)}
        />
      ))}
      <div role="cell" className={css['length']}>
        <span className="only-read">Dauer </span>
        <b>{work === null ? '–' : formatMinutes(work)}</b>
        {difference !== 0 && (
          <small title={`Dauer: ${lengthDiffers(difference)}`}>
            <span aria-hidden="true">
              {difference > 0 && '+'}
              {formatMinutes(difference)}
            </span>
            <span className="only-read">, {lengthDiffers(difference)}</span>
          </small>
        )}
      </div>
      {withSubmitted && (
        <div role="cell" className={css['submitted']}>
          <span className={css['cardHead']}>Übermittelt</span>
          {entry.submitted ? <Badge tone="success">Ja</Badge> : 'Nein'}
        </div>
      )}
      <div role="cell" className={css['menu']}>
        <RowMenu entry={entry} name={name} edit={edit} shown={shown} acts={acts} onHistory={onHistory} />
      </div>
      <RowNotes part={part} entry={entry} edit={kept} hints={hints} doubts={doubts} acts={acts} />
    </div>
  )
}

/** The length of the whole; how far each end is from the plan is a hint of its own. */
const lengthDiffers = (minutes: number) =>
  `${formatMinutes(Math.abs(minutes))} h ${minutes > 0 ? 'länger' : 'kürzer'} als geplant`

function Planned({ entry }: { entry: TimeEntry }) {
  const { soll_von_date, soll_von_time, soll_bis_date, soll_bis_time, soll_duration } = entry
  if (soll_von_time === null && soll_bis_time === null) return <span>–</span>
  const isLater = soll_bis_date !== null && soll_bis_date !== soll_von_date
  return (
    <>
      <span>{formatDayAndDate(soll_von_date ?? soll_bis_date)}</span>
      <span>
        {formatShortTime(soll_von_time) || '–'}–{formatShortTime(soll_bis_time) || '–'}
        {isLater && <span className={css['days']}>+1 Tag</span>}
      </span>
      <small>
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
