// Time of an event: in full in tables, as 'vor 5 Minuten' in rows.
import { formatAgo, formatDateTime } from '../format.ts'
import css from './moment.module.css'
import { useNow } from './use-today.ts'

export function Moment({ at }: { at: string }) {
  const whole = formatDateTime(at)
  return (
    <time dateTime={at} title={whole} className={css['moment']}>
      <span className={css['whole']}>{whole}</span>
      <span className={css['ago']}>
        <Ago at={at} />
      </span>
    </time>
  )
}

/** 'vor 5 Minuten', updated as time passes. */
export const Ago = ({ at }: { at: string }) => formatAgo(at, useNow())
