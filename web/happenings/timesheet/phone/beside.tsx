import { useEffect, useId, useRef, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, EditIcon } from '#web/ui/icon.tsx'
import { isEmpty } from '../edits/ends.ts'
import { ABSENT } from '../edits/entry-words.ts'
import type { RowState } from '../edits/row-state.ts'
import type { EntryActs } from '../edits/use-edits.ts'
import { NoteField } from '../note-field.tsx'
import { PauseField } from '../pause-field.tsx'
import css from './person-sheet.module.css'

type Props = { entry: TimeEntry; state: RowState; acts: EntryActs }

/** What can be said of somebody beside their times. The field of a note asks for room only where there is one. */
export function Beside({ entry, state: { shown, edit }, acts }: Props) {
  const [asks, setAsks] = useState(false)
  const field = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opened = box.current
    const sheet = opened?.parentElement
    if (!asks || !opened || !sheet) return
    // Somebody wants to type, and it may have opened below the edge of the sheet. The team above stays where it is.
    opened.querySelector('textarea')?.focus({ preventScroll: true })
    sheet.scrollBy({ top: opened.getBoundingClientRect().bottom - sheet.getBoundingClientRect().bottom })
  }, [asks])
  const { note, absent } = shown
  const { pause } = shown
  if (!entry.is_editable)
    return (
      <>
        {pause !== null && <p>Pause: {pause} Minuten</p>}
        {note !== null && <p className={css['note']}>Notiz: {note}</p>}
      </>
    )
  const hasField = asks || note !== null
  return (
    <>
      {!absent && (entry.soll_pause !== null || pause !== null) && (
        <PauseField
          entry={entry}
          pause={pause}
          unread={edit?.unread?.pause}
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
          onClick={() => setAsks(!asks)}
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
            {ABSENT}
          </Button>
        )}
      </div>
      <div ref={box} id={field} hidden={!hasField}>
        {hasField && <NoteField entry={entry} note={note} label="Notiz" acts={acts} />}
      </div>
    </>
  )
}
