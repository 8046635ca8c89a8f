import { useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { limits } from '#contract/words/happenings.ts'
import { TextField } from '#web/ui/field/text-field.tsx'
import { readPause } from './edits/pause-text.ts'
import type { EntryActs } from './edits/use-edits.ts'

type Props = {
  entry: TimeEntry
  /** As it stands here, with what is not applied yet; null is as planned. */
  pause: number | null
  /** There are times that it belongs to: then the planned one counts, and stands there as what it is. */
  isTaken: boolean
  label: string
  /** In a row of the table. */
  isSmall?: boolean
  acts: EntryActs
}

/** Minutes of break within an entry. Empty they are as planned; what is no number of minutes stays, to be mended. */
export function PauseField({ entry, pause, isTaken, label, isSmall = false, acts }: Props) {
  const planned = String(entry.soll_pause ?? 0)
  const [typed, setTyped] = useState<string>()
  const text = typed?.trim() ?? ''
  const read = readPause(text)
  const isRead = text === '' || read !== undefined
  const [isLeft, setIsLeft] = useState(false)
  const keep = () => {
    setIsLeft(true)
    if (typed === undefined || !isRead) return
    setTyped(undefined)
    const isAsPlanned = read === undefined || (pause === null && read === (entry.soll_pause ?? 0))
    acts.change(entry, { pause: isAsPlanned ? null : read })
  }
  return (
    <TextField
      label={label}
      {...(isSmall && { labelHidden: true, size: 'small' })}
      name="pause"
      inputMode="numeric"
      autoComplete="off"
      placeholder={isSmall ? planned : `${planned} geplant`}
      error={
        isLeft && !isRead ? `Bitte Minuten angeben, zum Beispiel 30, höchstens ${limits.pause}.` : undefined
      }
      value={typed ?? pause ?? (isTaken && entry.soll_pause !== null ? planned : '')}
      onChange={(next) => {
        setIsLeft(false)
        setTyped(next)
      }}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
      }}
    />
  )
}
