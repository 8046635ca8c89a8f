// Time picker: grids of hours and quarters; an off-grid minute is offered too.
import { type RefObject, useEffect, useRef } from 'react'
import { nextInRows, useRoving } from '../keyboard/arrows.ts'
import css from './time-choice.module.css'
import { minuteChoices, splitTime, withHour, withMinute } from './time-text.ts'

type Props = { value: string | null; onPick: (time: string) => void; onDone: () => void }

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const HOUR_COLUMNS = 6

export function TimeChoice({ value, onPick, onDone }: Props) {
  const hours = useRef<HTMLDivElement>(null)
  const minutes = useRef<HTMLDivElement>(null)
  const chosen = value ? splitTime(value) : undefined
  useEffect(() => hours.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [])
  return (
    <div className={css['choice']}>
      <NumberGrid
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
      <NumberGrid
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

type NumberGridProps = {
  label: string
  list: RefObject<HTMLDivElement | null>
  values: readonly number[]
  chosen: number | undefined
  /** Initially focused hour if nothing is chosen. */
  start: number
  columns: number
  onPick: (value: number) => void
}

function NumberGrid({ label, list, values, chosen, start, columns, onPick }: NumberGridProps) {
  const startCell = `[data-value="${chosen ?? start}"]`
  const roving = useRoving(list, {
    items: cellsIn,
    next: nextInRows(columns),
    byLetters: true,
    start: startCell,
  })
  const rows = Array.from({ length: Math.ceil(values.length / columns) }, (_, row) =>
    values.slice(row * columns, (row + 1) * columns),
  )
  return (
    <div>
      <p className={css['label']} aria-hidden="true">
        {label}
      </p>
      <div
        ref={list}
        role="grid"
        aria-label={label}
        className={css['list']}
        data-columns={columns}
        {...roving}
      >
        {rows.map((row) => (
          <div key={row[0]} role="row">
            {row.map((value) => (
              <div
                key={value}
                role="gridcell"
                aria-selected={value === chosen}
                data-value={value}
                tabIndex={-1}
                className={css['option']}
                onClick={() => onPick(value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' && event.key !== ' ') return
                  event.preventDefault()
                  onPick(value)
                }}
              >
                {String(value).padStart(2, '0')}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const cellsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role=gridcell]')]
