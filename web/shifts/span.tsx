import { daysBetween, daysLater } from '#web/ui/date-time/days.ts'
import { clockOf } from './shift-times.tsx'
import css from './shifts.module.css'

/** A period in local time: '23:00 – 05:30 +1 Tag'. */
export function Span({ von, bis }: { von: string | null; bis: string | null }) {
  if (von === null) return 'Zeit noch offen'
  const days = daysBetween(von, bis)
  return (
    <>
      {clockOf(von)} – {bis === null ? '?' : clockOf(bis)}
      {days > 0 && <span className={css['later']}> {daysLater(days)}</span>}
    </>
  )
}
