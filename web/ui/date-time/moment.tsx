// The moment at which something happened: in full in a table, as 'vor 5 Minuten' on a card.
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
