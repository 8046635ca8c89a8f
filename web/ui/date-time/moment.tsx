// Time of an event: in full in tables, as 'vor 5 Minuten' in rows.
import { formatAgo, formatDateTime } from '../format.ts'
import css from './moment.module.css'

export function Moment({ at }: { at: string }) {
  const whole = formatDateTime(at)
  return (
    <time dateTime={at} title={whole} className={css['moment']}>
      <span className={css['whole']}>{whole}</span>
      <span className={css['ago']}>{formatAgo(at)}</span>
    </time>
  )
}
