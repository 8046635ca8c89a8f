/** A date, typed (3.4.27, 03042027, heute) or chosen from a calendar; outside it is 'YYYY-MM-DD' or null. */
import { type KeyboardEvent, useId, useRef } from 'react'
import box from '../field.module.css'
import { Field, type FieldProps, useField } from '../field.tsx'
import { formatDate } from '../format.ts'
import { CalendarIcon, CloseIcon } from '../icon.tsx'
import { PopoverDialog } from '../popover/popover-dialog.tsx'
import { usePopover } from '../popover/use-popover.ts'
import { Calendar } from './calendar.tsx'
import { addDays, parseDate } from './date-text.ts'
import { type TypedValue, useTypedValue } from './typed-value.ts'

type Props = FieldProps &
  TypedValue & {
    clearable?: boolean
    /** Where the date is expected: a day without a year is the one nearest to it. */
    near?: string | null | undefined
    required?: boolean
    disabled?: boolean
  }

export function DateField(props: Props) {
  const { label, labelHidden, hint, size, name, value, clearable = true, disabled } = props
  const parse = (text: string) => parseDate(text, undefined, props.near)
  const typed = useTypedValue({ ...props, parse, show: formatDate })
  const wrong = typed.wrong ? 'Bitte ein Datum angeben, zum Beispiel 03.04.2027.' : undefined
  const field = useField({ hint, name, error: wrong ?? props.error })
  const popover = usePopover<HTMLDivElement>('end')
  const { open, setOpen, anchor } = popover
  const input = useRef<HTMLInputElement>(null)
  const dialog = useId()

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') typed.settle()
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    if (event.altKey) return setOpen(true)
    const from = typed.now()
    typed.set(from ? addDays(from, event.key === 'ArrowUp' ? 1 : -1) : (parseDate('heute') ?? null))
  }
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} size={size} fits="medium" field={field}>
      <div ref={anchor} className={box['box']}>
        <input
          {...field.aria}
          ref={input}
          name={name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="TT.MM.JJJJ"
          className={box['input']}
          value={typed.text}
          required={props.required}
          disabled={disabled}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={typed.settle}
          onKeyDown={keys}
        />
        {clearable && typed.text && !disabled && (
          <button
            type="button"
            className={`${box['inner']} ${box['spare']}`}
            aria-label={`${label} leeren`}
            onClick={() => {
              typed.set(null)
              input.current?.focus()
            }}
          >
            <CloseIcon size={16} />
          </button>
        )}
        <button
          type="button"
          className={box['inner']}
          aria-label={`${label}: Kalender`}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={dialog}
          disabled={disabled}
          onClick={() => setOpen(!open)}
        >
          <CalendarIcon size={18} />
        </button>
      </div>
      <PopoverDialog popover={popover} id={dialog} label={`${label}: Kalender`} field={input}>
        <Calendar
          value={value}
          onPick={(date) => {
            typed.set(date)
            setOpen(false)
          }}
        />
      </PopoverDialog>
    </Field>
  )
}
