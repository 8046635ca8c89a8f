/** Hours 0 to 23 and the quarters of an hour, side by side in two small lists; an off-grid minute is offered too. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import css from './time-choice.module.css'
import { minuteChoices, partsOf, withHour, withMinute } from './time-text.ts'

type Props = { value: string | null; onPick: (time: string) => void; onDone: () => void }

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const HOUR_COLUMNS = 6

export function TimeChoice({ value, onPick, onDone }: Props) {
  const hours = useRef<HTMLDivElement>(null)
  const minutes = useRef<HTMLDivElement>(null)
  const chosen = value ? partsOf(value) : undefined
  useEffect(() => hours.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [])
  return (
    <div className={css['choice']}>
      <Choices
        label="Stunde"
        list={hours}
        values={HOURS}
        chosen={chosen?.hour}
        start={8}
        columns={HOUR_COLUMNS}
        onPick={(hour) => {
          onPick(withHour(value, hour))
          minutes.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
        }}
      />
      <Choices
        label="Minute"
        list={minutes}
        values={minuteChoices(value)}
        chosen={chosen?.minute}
        start={0}
        columns={minuteChoices(value).length}
        onPick={(minute) => {
          onPick(withMinute(value, minute))
          onDone()
        }}
      />
    </div>
  )
}

type ChoicesProps = {
  label: string
  list: RefObject<HTMLDivElement | null>
  values: readonly number[]
  chosen: number | undefined
  /** Where the keyboard begins when nothing is chosen. */
  start: number
  columns: number
  onPick: (value: number) => void
}

function Choices({ label, list, values, chosen, start, columns, onPick }: ChoicesProps) {
  const keys = (event: KeyboardEvent) => {
    const all = [...(list.current?.children ?? [])] as HTMLElement[]
    const at = all.findIndex((option) => option === document.activeElement)
    const to = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      all[to]?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const value = values[at]
      if (value !== undefined) onPick(value)
    }
  }
  return (
    <div>
      <p className={css['label']} aria-hidden="true">
        {label}
      </p>
      <div
        ref={list}
        role="listbox"
        aria-label={label}
        className={css['list']}
        data-columns={columns}
        onKeyDown={keys}
      >
        {values.map((value) => (
          <div
            key={value}
            role="option"
            aria-selected={value === chosen}
            tabIndex={value === (chosen ?? start) ? 0 : -1}
            className={css['option']}
            onClick={() => onPick(value)}
          >
            {String(value).padStart(2, '0')}
          </div>
        ))}
      </div>
    </div>
  )
}
