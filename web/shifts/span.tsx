import { clockOf, isNextDay } from './shift-times.tsx'
import css from './shifts.module.css'

/** From when until when, by the clock on the wall: '23:00 – 05:30 +1 Tag'. */
export function Span({ von, bis }: { von: string | null; bis: string | null }) {
  if (von === null) return 'Zeit noch offen'
  return (
    <>
      {clockOf(von)} – {bis === null ? '?' : clockOf(bis)}
      {isNextDay(von, bis) && <span className={css['later']}> +1 Tag</span>}
    </>
  )
}
