import { daysLater } from '#web/ui/date-time/days.ts'
import css from './row.module.css'

/** How much later a shift ends than it began. */
export const DaysOver = ({ days }: { days: number }) =>
  days > 0 ? <span className={css['days']}>{daysLater(days)}</span> : null
