// Fields beside the times of an entry: break and note. Used in a table row on desktops, in a person's sheet on
// phones.
import { type KeyboardEvent, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { happeningLimits } from '#contract/words/happenings.ts'
import { useTypedValue } from '#web/ui/date-time/typed-value.ts'
import { TextArea, TextField } from '#web/ui/field/text-field.tsx'
import { readPause } from './edits/ends.ts'
import type { EntryActs } from './edits/use-edits.tsx'

type PauseProps = {
  entry: TimeEntry
  /** Includes the open change; null means as planned. */
  pause: number | null
  /** Invalid text in the field. */
  invalidText: string | undefined
  /** The entry has times, so an empty break means the planned one, which is shown. */
  isTaken: boolean
  label: string
  /** In a row of the table. */
  isSmall?: boolean
  acts: EntryActs
}

const parsePauseText = (text: string) => (text.trim() === '' ? null : readPause(text)?.toString())

/** Minutes of break of an entry. Empty means as planned; invalid text stays, to be corrected. */
export function PauseField({ entry, pause, invalidText, isTaken, label, isSmall = false, acts }: PauseProps) {
  const planned = String(entry.soll_pause ?? 0)
  const typed = useTypedValue({
    value: pause === null ? null : String(pause),
    invalidText,
    parse: parsePauseText,
    show: (value) => value ?? (isTaken && entry.soll_pause !== null ? planned : ''),
    onChange: (next) =>
      acts.change(entry, {
        pause: next === null || (pause === null && next === planned) ? null : Number(next),
      }),
    onInvalidText: (text) => acts.storeInvalidText(entry, 'pause', text),
  })
  return (
    <TextField
      label={label}
      {...(isSmall && { labelHidden: true, size: 'small' })}
      name="pause"
      inputMode="numeric"
      autoComplete="off"
      placeholder={isSmall ? planned : `${planned} geplant`}
      // No error while the user is still typing.
      error={
        invalidText !== undefined && typed.isInvalid
          ? `Bitte Minuten angeben, zum Beispiel 30, höchstens ${happeningLimits.pause}.`
          : undefined
      }
      value={typed.text}
      onChange={typed.type}
      onBlur={typed.commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') typed.commit()
      }}
    />
  )
}

type NoteProps = {
  entry: TimeEntry
  /** With the open change. */
  note: string | null
  label: string
  /** In a row of the table. */
  isSmall?: boolean
  acts: EntryActs
}

/** A short note about a person's work. Like a time it is stored on blur, so that one input is one undo step. */
export function NoteField({ entry, note, label, isSmall = false, acts }: NoteProps) {
  const [typed, setTyped] = useState<string>()
  const keep = () => {
    if (typed === undefined) return
    setTyped(undefined)
    acts.change(entry, { note: typed.replace(/\s+/g, ' ').trim() || null })
  }
  const field = {
    label,
    name: 'note',
    maxLength: happeningLimits.note,
    autoComplete: 'off',
    value: typed ?? note ?? '',
    onChange: setTyped,
    onBlur: keep,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter') return
      // A long note wraps, but contains no line breaks.
      if (!isSmall) event.preventDefault()
      keep()
    },
  }
  return isSmall ? <TextField {...field} labelHidden size="small" /> : <TextArea {...field} />
}
