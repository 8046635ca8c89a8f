/** A time of day, typed (815, 8:15, 8.15, 8), by arrows in quarters, or chosen; outside 'HH:MM:SS' or null. */
import { type KeyboardEvent, useId, useRef } from 'react'
import box from './field.module.css'
import { Field, type FieldProps, useField } from './field.tsx'
import floating from './floating.module.css'
import { ClockIcon } from './icon.tsx'
import { TimeChoice } from './time-choice.tsx'
import { parseTime, showTime, stepTime } from './time-text.ts'
import { useTypedValue } from './typed-value.ts'
import { usePopover } from './use-popover.ts'

type Props = FieldProps & {
  value: string | null
  onChange: (value: string | null) => void
  required?: boolean
  disabled?: boolean
}

export function TimeInput(props: Props) {
  const { label, labelHidden, hint, size, name, value, onChange, disabled } = props
  const typed = useTypedValue({ value, onChange, parse: parseTime, show: showTime })
  const wrong = typed.wrong ? 'Bitte eine Uhrzeit angeben, zum Beispiel 8:15.' : undefined
  const field = useField({ hint, name, error: wrong ?? props.error })
  const { open, setOpen, anchor, panel } = usePopover<HTMLDivElement>('end')
  const input = useRef<HTMLInputElement>(null)
  const choice = useId()

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') typed.settle()
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    if (event.altKey) setOpen(true)
    else typed.set(stepTime(typed.now(), event.key === 'ArrowUp' ? 1 : -1))
  }
  const close = () => {
    setOpen(false)
    input.current?.focus()
  }
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} size={size} fits="short" field={field}>
      <div ref={anchor} className={box['box']}>
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
        <button
          type="button"
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
      <div
        ref={panel}
        popover="manual"
        id={choice}
        role="dialog"
        aria-label={`${label}: Uhrzeit wählen`}
        className={floating['panel']}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        {open && <TimeChoice value={typed.now()} onPick={typed.set} onDone={close} />}
      </div>
    </Field>
  )
}
