// Date input, typed (3.4.27, 03042027, heute) or picked; the value is 'YYYY-MM-DD' or null.
import { useRef } from 'react'
import box from '../field/field.module.css'
import { formatDate } from '../format.ts'
import { CalendarIcon, CloseIcon } from '../icon.tsx'
import { Calendar } from './calendar.tsx'
import { addDays, parseDate } from './days.ts'
import { TypedField, type TypedProps } from './typed-field.tsx'
import { useTypedValue } from './typed-value.ts'

type Props = TypedProps & {
  clearable?: boolean
  /** A day without a year is the nearest one to this date. */
  near?: string | null | undefined
  tabIndex?: number | undefined
}

export function DateField(props: Props) {
  const { label, value, clearable = true, disabled } = props
  const parse = (text: string) => parseDate(text, undefined, props.near)
  const typed = useTypedValue({ ...props, parse, show: formatDate })
  const input = useRef<HTMLInputElement>(null)

  const step = (days: 1 | -1) => {
    const from = typed.now()
    typed.set(from ? addDays(from, days) : (parseDate('heute') ?? null))
  }
  return (
    <TypedField
      {...props}
      typed={typed}
      wrong="Bitte ein gültiges Datum angeben, zum Beispiel 03.04.2027."
      fits="medium"
      input={input}
      typing={{ inputMode: 'decimal', placeholder: 'TT.MM.JJJJ', tabIndex: props.tabIndex }}
      onArrow={step}
      after={
        clearable &&
        typed.text &&
        !disabled && (
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
        )
      }
      opener={{ label: `${label}: Kalender`, icon: <CalendarIcon size={18} /> }}
    >
      {(close) => (
        <Calendar
          value={value}
          onPick={(date) => {
            typed.set(date)
            close()
          }}
        />
      )}
    </TypedField>
  )
}
