import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { formatNumber } from '#web/ui/format.ts'
import { WarningIcon } from '#web/ui/icon.tsx'
import css from './hints.module.css'
import { nameOf } from './name-of.ts'

export type HintsProps = {
  hints: readonly TimeHint[]
  /** Whoever is known by name. */
  entries: readonly TimeEntry[]
  onJump: (timeentry_id: number) => void
}

/** What stands out before the times are sent: each thing once, with all whom it is true of. It keeps nobody from anything. */
export function Hints({ hints, entries, onJump }: HintsProps) {
  if (hints.length === 0) return null
  const names = new Map(entries.map((entry) => [entry.id, nameOf(entry)]))
  return (
    <details className={css['hints']}>
      <summary>
        <WarningIcon size={18} />
        {hints.length === 1 ? 'Ein Hinweis' : `${formatNumber(hints.length)} Hinweise`} zu den eingetragenen
        Zeiten
      </summary>
      <ul>
        {[...Map.groupBy(hints, ({ sentence }) => sentence)].map(([sentence, alike]) => (
          <li key={sentence}>
            <span>{sentence}</span>
            {alike.map(({ timeentry_id }) => (
              <button key={timeentry_id} type="button" onClick={() => onJump(timeentry_id)}>
                {names.get(timeentry_id) ?? `Eintrag ${timeentry_id}`}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </details>
  )
}
