// Month calendar; arrows move by days and weeks, Page Up and Down by months.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ChevronLeftIcon, ChevronRightIcon } from '../icon.tsx'
import css from './calendar.module.css'
import { addDays, addMonths, monthName, spokenDate, today, weekday, weekdays, weeksOfMonth } from './days.ts'

type Props = {
  value: string | null
  onPick: (date: string) => void
}

export function Calendar({ value, onPick }: Props) {
  const now = today()
  const [at, setAt] = useState(value ?? now)
  const grid = useRef<HTMLTableElement>(null)
  const heading = useId()

  const focusDay = () => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  useEffect(focusDay, [])

  const keys = (event: KeyboardEvent) => {
    const steps: Record<string, () => string> = {
      ArrowLeft: () => addDays(at, -1),
      ArrowRight: () => addDays(at, 1),
      ArrowUp: () => addDays(at, -7),
      ArrowDown: () => addDays(at, 7),
      Home: () => addDays(at, -weekday(at)),
      End: () => addDays(at, 6 - weekday(at)),
      PageUp: () => addMonths(at, event.shiftKey ? -12 : -1),
      PageDown: () => addMonths(at, event.shiftKey ? 12 : 1),
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    flushSync(() => setAt(step()))
    focusDay()
  }
  const turn = (months: number) => () => setAt(addMonths(at, months))

  return (
    <div className={css['calendar']}>
      <div className={css['head']}>
        <button type="button" className={css['turn']} aria-label="Voriger Monat" onClick={turn(-1)}>
          <ChevronLeftIcon />
        </button>
        <span id={heading} className={css['month']} aria-live="polite">
          {monthName(at)}
        </span>
        <button type="button" className={css['turn']} aria-label="Nächster Monat" onClick={turn(1)}>
          <ChevronRightIcon />
        </button>
      </div>
      <table ref={grid} role="grid" aria-labelledby={heading} onKeyDown={keys}>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col" abbr={day}>
                {day.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(at).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} aria-selected={date === value}>
                  <button
                    type="button"
                    tabIndex={date === at ? 0 : -1}
                    className={css['day']}
                    aria-label={spokenDate(date)}
                    aria-current={date === now ? 'date' : undefined}
                    data-other={date.slice(0, 7) === at.slice(0, 7) ? undefined : ''}
                    onClick={() => onPick(date)}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" className={css['today']} onClick={() => onPick(now)}>
        Heute
      </button>
    </div>
  )
}
