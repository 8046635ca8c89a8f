import type { Shift } from '#contract/shifts.ts'
import { daysBetween, daysLaterText } from '#web/ui/date-time/days.ts'
import { useNow } from '#web/ui/date-time/use-today.ts'
import { dayInWords } from '#web/ui/format.ts'
import css from './shifts.module.css'
import { findOverlap } from './weeks.ts'

/** Planned time: 'Heute, 18:00 – 02:00 Uhr'. */
export function ShiftTimes({ shift: { date, soll_von, soll_bis }, today }: { shift: Shift; today: string }) {
  const days = daysBetween(soll_von, soll_bis)
  return (
    <>
      {dayInWords(date, today)}
      {soll_von && `, ${clockTime(soll_von)}${soll_bis ? ` – ${clockTime(soll_bis)}` : ''}\u00a0Uhr`}
      {days > 0 && (
        <>
          {' '}
          <span className={css['later']}>({daysLaterText(days)})</span>
        </>
      )}
    </>
  )
}

/** `2026-11-21T18:00` → '18:00'. */
export const clockTime = (moment: string) => moment.slice(11, 16)

/** ' · in 2 Stunden' within 24 hours before the start of the shift, then ' · läuft' until its end. */
export function TimeUntilShift({ shift: { soll_von, soll_bis } }: { shift: Shift }) {
  const now = useNow()
  const minutes = soll_von === null ? Number.NaN : Math.round((Date.parse(soll_von) - now) / 60_000)
  const isOver = soll_bis !== null && Date.parse(soll_bis) <= now
  if (isOver || !(minutes <= DAY_MINUTES)) return null
  return (
    <>
      {' '}
      <span className={css['later']}>· {minutes <= 0 ? 'läuft' : formatFromNow(minutes)}</span>
    </>
  )
}
const DAY_MINUTES = 24 * 60

/** Hours are rounded down, so that nobody comes too late. */
function formatFromNow(minutes: number) {
  const relative = new Intl.RelativeTimeFormat('de')
  return minutes < 120
    ? relative.format(minutes, 'minute')
    : relative.format(Math.floor(minutes / 60), 'hour')
}

/** Warns that the person has another shift at the same time. */
export function OverlapWarning({ shift, shifts }: { shift: Shift; shifts: readonly Shift[] }) {
  const other = findOverlap(shift, shifts)
  return (
    other && (
      <span className={css['overlap']}>
        Überschneidet sich mit „<bdi>{`${other.happening_name} – ${other.name}`}</bdi>“.
      </span>
    )
  )
}
