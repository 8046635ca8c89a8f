// oxlint-disable jsx-a11y/prefer-tag-over-role -- a cell of a table that is laid out as a grid
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { useAfterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { InfoIcon, WarningIcon } from '#web/ui/icon.tsx'
import { focusOn, useFocusHandover } from '#web/ui/keyboard/focus-on.ts'
import { conflictOf, displayedValues, type Edit } from './edits/edits.ts'
import { recordedOf } from './edits/ends.ts'
import type { EntryDoubt } from './edits/read-entry.ts'
import type { EntryActs } from './edits/use-edits.tsx'
import { findLastChange, recordedInWords, tooLateSentence } from './edits/words.ts'
import { historyQuery } from './queries.ts'
import css from './row-notes.module.css'

type Props = {
  part: Subhappening
  entry: TimeEntry
  edit: Edit | undefined
  hints: readonly TimeHint[]
  /** Doubts that the user has to confirm before the changes are applied. */
  doubts: readonly EntryDoubt[]
  acts: EntryActs
  /** Rendered inside a row of the table. */
  role?: 'cell'
}

/** Hints, doubts and conflicts of an entry, below its fields. */
export function RowNotes({ part, entry, edit, hints, doubts, acts, role }: Props) {
  const conflict = conflictOf(entry, edit)
  const all = [
    edit && conflict === 'locked' && <TooLateNote key="conflict" entry={entry} edit={edit} acts={acts} />,
    edit && (conflict === 'same' || conflict === 'beside') && (
      <ConflictNote key="conflict" part={part} entry={entry} edit={edit} conflict={conflict} acts={acts} />
    ),
    entry.refused !== null && (
      <RowNote key="refused" tone="danger">
        Die Personalplanung hat die Zeiten nicht {entry.withdrawal ? 'zurückgenommen' : 'angenommen'}:{' '}
        {entry.refused}
      </RowNote>
    ),
    entry.withdrawal === 'due' && !edit && (
      <RowNote key="due" tone="warning">
        Geleert: Was die Personalplanung hat, wird beim nächsten Übermitteln zurückgenommen.
      </RowNote>
    ),
    entry.withdrawal === 'done' && !edit && (
      <RowNote key="done">
        In der Personalplanung zurückgenommen
        {entry.is_editable || part.can.administer ? '.' : ': Nur Admins können wieder Zeiten eintragen.'}
      </RowNote>
    ),
    ...doubts.map(({ doubt }) => (
      <RowNote key={doubt.kind} tone="warning">
        {doubt.sentence}
      </RowNote>
    )),
    ...hints.map(({ kind, sentence, as_planned }) => (
      <RowNote key={kind + sentence} tone={as_planned ? 'quiet' : 'warning'}>
        {sentence}
      </RowNote>
    )),
  ].filter((note) => note !== undefined && note !== false)
  const notes = useAfterPress(all, all.map(({ key }) => key).join())
  if (notes.length === 0) return null
  return (
    <div role={role} className={css['notes']}>
      {notes}
    </div>
  )
}

type RowNoteProps = { tone?: 'quiet' | 'warning' | 'danger'; action?: ReactNode; children: ReactNode }
function RowNote({ tone = 'quiet', action, children }: RowNoteProps) {
  const Icon = tone === 'quiet' ? InfoIcon : WarningIcon
  return (
    <div className={css['note']} data-tone={tone}>
      <Icon size={16} />
      <p>{children}</p>
      {action}
    </div>
  )
}

type EditNoteProps = { entry: TimeEntry; edit: Edit; acts: EntryActs }

const TooLateNote = ({ entry, edit, acts }: EditNoteProps) => (
  <RowNote
    tone="danger"
    action={
      <Button size="small" onClick={() => acts.takeTheirs(entry)}>
        Meine Angabe verwerfen
      </Button>
    }
  >
    {tooLateSentence(entry, edit)}
  </RowNote>
)

/** After the choice the focus moves to the times concerned. */
const focusTimes = (choice: HTMLElement) =>
  focusOn(choice.closest('[role=row], dialog')?.querySelector<HTMLElement>('input[inputmode=numeric]'))

/** A conflict: the value and author of the other change, the user's own value, and the buttons to choose. */
function ConflictNote({
  part,
  entry,
  edit,
  conflict,
  acts,
}: EditNoteProps & { part: Subhappening; conflict: 'same' | 'beside' }) {
  const ids = { happening_id: part.happening_id, subhappening_id: part.id }
  const last = findLastChange(useQuery(historyQuery(ids, entry)).data?.items ?? [], entry, edit)
  const theirs = recordedInWords(recordedOf(entry))
  const mine = recordedInWords({ ...displayedValues(entry, edit), ...edit.unread })
  const isDisputed = conflict === 'same'
  const choice = useRef<HTMLSpanElement>(null)
  useFocusHandover(choice, focusTimes)
  return (
    <RowNote
      tone="warning"
      action={
        <span ref={choice} className="buttons">
          <Button size="small" onClick={() => acts.keepMine(entry)}>
            {isDisputed ? 'Meine Angabe behalten' : 'In Ordnung'}
          </Button>
          <Button size="small" onClick={() => acts.takeTheirs(entry)}>
            {isDisputed ? 'Andere Angabe übernehmen' : 'Meine Angabe verwerfen'}
          </Button>
        </span>
      }
    >
      Inzwischen hat {last?.by_display_name ?? 'jemand anderes'} den Eintrag geändert
      {last && ` (${formatDateTime(last.at)})`}: {theirs}. {isDisputed ? 'Ihre' : 'Zusammen mit Ihrer'}{' '}
      Änderung: {mine}.
    </RowNote>
  )
}
