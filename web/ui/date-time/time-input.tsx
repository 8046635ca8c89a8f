/** A time of day, typed (815, 8:15, 8.15, 8), by arrows in quarters, or chosen; outside 'HH:MM:SS' or null. */
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import box from '../field.module.css'
import { Field, type FieldProps, useField } from '../field.tsx'
import { ClockIcon, MinusIcon, PlusIcon } from '../icon.tsx'
import { PopoverDialog } from '../popover/popover-dialog.tsx'
import { usePopover } from '../popover/use-popover.ts'
import { TimeChoice } from './time-choice.tsx'
import css from './time-input.module.css'
import { END_OF_DAY, parseTime, showTime, stepTime } from './time-text.ts'
import { type TypedValue, useTypedValue } from './typed-value.ts'

type Props = FieldProps &
  TypedValue & {
    /** Where the arrows and the list begin when nothing is typed yet: what was planned, for instance. */
    start?: string | null | undefined
    /** Under a finger, a quarter earlier and later beside the time. */
    steps?: boolean
    /** '24:00' is told as it is typed, by who knows the day that it ends; else it is midnight. */
    endsDay?: boolean
    required?: boolean
    disabled?: boolean
  }

const timeOfDay = (text: string) => {
  const time = parseTime(text)
  return time === END_OF_DAY ? '00:00:00' : time
}

const STEP = 15 // minutes

export function TimeInput(props: Props) {
  const { label, labelHidden, hint, size, name, disabled } = props
  const typed = useTypedValue({ ...props, parse: props.endsDay ? parseTime : timeOfDay, show: showTime })
  const wrong = typed.wrong ? 'Bitte eine Uhrzeit angeben, zum Beispiel 8:15.' : undefined
  const field = useField({ hint, name, error: wrong ?? props.error })
  const popover = usePopover<HTMLDivElement>('end')
  const { open, setOpen, anchor } = popover
  const input = useRef<HTMLInputElement>(null)
  const choice = useId()

  const step = (direction: 1 | -1) =>
    typed.set(stepTime(typed.now(), direction, STEP, props.start ?? undefined))

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') typed.settle()
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    if (event.altKey) setOpen(true)
    else step(event.key === 'ArrowUp' ? 1 : -1)
  }
  const stepButton = (text: string, icon: ReactNode, direction: 1 | -1) =>
    props.steps && (
      <button
        type="button"
        tabIndex={-1}
        className={`${box['inner']} ${css['step']}`}
        aria-label={`${label}: ${STEP} Minuten ${text}`}
        disabled={disabled}
        onClick={() => step(direction)}
      >
        {icon}
      </button>
    )
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} size={size} fits="short" field={field}>
      <div ref={anchor} className={box['box']}>
        {stepButton('früher', <MinusIcon size={18} />, -1)}
        <input
          {...field.aria}
          ref={input}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="--:--"
          className={box['input']}
          value={typed.text}
          required={props.required}
          disabled={disabled}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={typed.settle}
          onKeyDown={keys}
          onFocus={(event) => event.target.select()}
        />
        {stepButton('später', <PlusIcon size={18} />, 1)}
        <button
          type="button"
          // In a table Tab goes from field to field; Alt and the down arrow open the list.
          tabIndex={size === 'small' ? -1 : undefined}
          className={box['inner']}
          aria-label={`${label}: Uhrzeit wählen`}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={choice}
          disabled={disabled}
          onClick={() => setOpen(!open)}
        >
          <ClockIcon size={18} />
        </button>
      </div>
      <PopoverDialog popover={popover} id={choice} label={`${label}: Uhrzeit wählen`} field={input}>
        <TimeChoice
          value={typed.now() ?? props.start ?? null}
          onPick={typed.set}
          onDone={() => setOpen(false)}
        />
      </PopoverDialog>
    </Field>
  )
}
