// oxlint-disable jsx-a11y/prefer-tag-over-role -- one markup for rows on a desk and cards on a phone, laid out as a grid
import type { ReactNode } from 'react'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { Button } from '#web/ui/button.tsx'
import { InfoIcon, WarningIcon } from '#web/ui/icon.tsx'
import type { Conflict } from './conflicts.ts'
import { type Edit, shownOf } from './edits.ts'
import { actualOf } from './ends.ts'
import type { Doubtful } from './read-entry.ts'
import css from './row.module.css'
import type { RowActs } from './row-acts.ts'
import { notTaken, times } from './told-times.ts'

type Props = {
  entry: TimeEntry
  edit: Edit | undefined
  conflict: Conflict
  hints: readonly TimeHint[]
  /** What will be asked about before it is applied. */
  doubts: readonly Doubtful[]
  /** To them nothing is said about what only they may do. */
  isAdmins: boolean
  acts: RowActs
}

/** What has to be known about an entry, in whole sentences below its fields. */
export function RowNotes({ entry, edit, conflict, hints, doubts, isAdmins, acts }: Props) {
  const notes = [
    conflict !== 'none' && edit && (
      <Changed key="conflict" entry={entry} edit={edit} conflict={conflict} acts={acts} />
    ),
    entry.refused !== null && (
      <Note key="refused" tone="danger">
        Die Personalplanung hat die Zeiten nicht {entry.withdrawal ? 'zurückgenommen' : 'angenommen'}:{' '}
        {entry.refused}
      </Note>
    ),
    entry.withdrawal === 'due' && !edit && (
      <Note key="due" tone="warning">
        Geleert: Was die Personalplanung hat, wird beim nächsten Übermitteln zurückgenommen.
      </Note>
    ),
    entry.withdrawal === 'done' && !edit && (
      <Note key="done">
        In der Personalplanung zurückgenommen
        {entry.is_editable || isAdmins ? '.' : ': Nur Admins können wieder Zeiten eintragen.'}
      </Note>
    ),
    ...doubts.map(({ doubt }) => (
      <Note key={doubt.kind} tone="warning">
        {doubt.sentence}
      </Note>
    )),
    ...hints.map(({ kind, sentence }) => (
      <Note key={kind + sentence} tone="warning">
        {sentence}
      </Note>
    )),
  ].filter(Boolean)
  if (notes.length === 0) return null
  return (
    <div role="cell" className={css['notes']}>
      {notes}
    </div>
  )
}

type NoteProps = { tone?: 'quiet' | 'warning' | 'danger'; action?: ReactNode; children: ReactNode }
function Note({ tone = 'quiet', action, children }: NoteProps) {
  const Icon = tone === 'quiet' ? InfoIcon : WarningIcon
  return (
    <div className={css['note']} data-tone={tone}>
      <Icon size={16} />
      <p>{children}</p>
      {action}
    </div>
  )
}

/** Both values beside each other, and who wins. */
function Changed({
  entry,
  edit,
  conflict,
  acts,
}: { edit: Edit } & Omit<Props, 'hints' | 'doubts' | 'edit' | 'isAdmins'>) {
  const theirs = times(actualOf(entry))
  const mine = times({ ...shownOf(entry, edit), ...edit.unread })
  if (conflict === 'locked')
    return (
      <Note
        tone="danger"
        action={
          <Button size="small" onClick={() => acts.takeTheirs(entry)}>
            Meine Angabe verwerfen
          </Button>
        }
      >
        {notTaken(entry, edit)}
      </Note>
    )
  return (
    <Note
      tone="warning"
      action={
        <span className={css['choose']}>
          <Button size="small" onClick={() => acts.keepMine(entry)}>
            {conflict === 'same' ? 'Meine Angabe behalten' : 'In Ordnung'}
          </Button>
          <Button size="small" onClick={() => acts.takeTheirs(entry)}>
            {conflict === 'same' ? 'Andere Angabe übernehmen' : 'Meine Angabe verwerfen'}
          </Button>
        </span>
      }
    >
      Inzwischen hat jemand anderes den Eintrag geändert: {theirs}.{' '}
      {conflict === 'same' ? 'Ihre' : 'Zusammen mit Ihrer'} Änderung: {mine}.
    </Note>
  )
}
