import { formatDate, formatDayAndDate } from '#web/ui/format.ts'
import css from './happenings.module.css'

/** '21.11.2026', and where there is room the day of the week before it. */
export function Day({ date }: { date: string }) {
  const text = formatDate(date)
  return (
    <time dateTime={date} className={css['day']}>
      <span className={css['weekday']}>{formatDayAndDate(date).slice(0, -text.length)}</span>
      {text}
    </time>
  )
}
