import { daysBetween, daysLaterText } from '#web/ui/date-time/days.ts'
import { clockTime } from './shift-times.tsx'
import css from './shifts.module.css'

/** A period in local time: '23:00 – 05:30 +1 Tag'. */
export function TimeSpan({ von, bis }: { von: string | null; bis: string | null }) {
  if (von === null) return 'Zeit noch offen'
  const days = daysBetween(von, bis)
  return (
    <>
      {clockTime(von)} – {bis === null ? '?' : clockTime(bis)}
      {days > 0 && <span className={css['later']}> {daysLaterText(days)}</span>}
    </>
  )
}
