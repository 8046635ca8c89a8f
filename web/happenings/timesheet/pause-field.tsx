import type { TimeEntry } from '#contract/times.ts'
import { limits } from '#contract/words/happenings.ts'
import { useTypedValue } from '#web/ui/date-time/typed-value.ts'
import { TextField } from '#web/ui/field/text-field.tsx'
import { readPause } from './edits/pause-text.ts'
import type { EntryActs } from './edits/use-edits.ts'

type Props = {
  entry: TimeEntry
  /** As it stands here, with what is not applied yet; null is as planned. */
  pause: number | null
  /** What was typed in its place and is no number of minutes. */
  unread: string | undefined
  /** There are times that it belongs to: then the planned one counts, and stands there as what it is. */
  isTaken: boolean
  label: string
  /** In a row of the table. */
  isSmall?: boolean
  acts: EntryActs
}

const parse = (text: string) => (text.trim() === '' ? null : readPause(text)?.toString())

/** Minutes of break within an entry. Empty they are as planned; what is no number of minutes stays, to be mended. */
export function PauseField({ entry, pause, unread, isTaken, label, isSmall = false, acts }: Props) {
  const planned = String(entry.soll_pause ?? 0)
  const typed = useTypedValue({
    value: pause === null ? null : String(pause),
    unread,
    parse,
    show: (value) => value ?? (isTaken && entry.soll_pause !== null ? planned : ''),
    onChange: (next) =>
      acts.change(entry, {
        pause: next === null || (pause === null && next === planned) ? null : Number(next),
      }),
    onUnread: (text) => acts.keepUnread(entry, 'pause', text),
  })
  return (
    <TextField
      label={label}
      {...(isSmall && { labelHidden: true, size: 'small' })}
      name="pause"
      inputMode="numeric"
      autoComplete="off"
      placeholder={isSmall ? planned : `${planned} geplant`}
      // Not while somebody is still typing.
      error={
        unread !== undefined && typed.wrong
          ? `Bitte Minuten angeben, zum Beispiel 30, höchstens ${limits.pause}.`
          : undefined
      }
      value={typed.text}
      onChange={typed.type}
      onBlur={typed.settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') typed.settle()
      }}
    />
  )
}
