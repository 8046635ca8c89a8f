// When something happened: the whole moment in a table, how long ago on a card, where the whole one is its title.
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
