import { type KeyboardEvent, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { limits } from '#contract/words/happenings.ts'
import { TextArea, TextField } from '#web/ui/field/text-field.tsx'
import type { EntryActs } from './edits/use-edits.ts'

type Props = {
  entry: TimeEntry
  /** As it stands here, with what is not applied yet. */
  note: string | null
  label: string
  /** In a row of the table. */
  isSmall?: boolean
  acts: EntryActs
}

/** A few words about somebody's work. Like a time it counts when the field is left, so that one change is one step. */
export function NoteField({ entry, note, label, isSmall = false, acts }: Props) {
  const [typed, setTyped] = useState<string>()
  const keep = () => {
    if (typed === undefined) return
    setTyped(undefined)
    acts.change(entry, { note: typed.replace(/\s+/g, ' ').trim() || null })
  }
  const field = {
    label,
    name: 'note',
    maxLength: limits.note,
    autoComplete: 'off',
    value: typed ?? note ?? '',
    onChange: setTyped,
    onBlur: keep,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter') return
      // It has lines where it is long, and none of its own.
      if (!isSmall) event.preventDefault()
      keep()
    },
  }
  return isSmall ? <TextField {...field} labelHidden size="small" /> : <TextArea {...field} />
}
