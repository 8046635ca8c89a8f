import type { TimeEntry, TimeHint } from '#contract/happenings.ts'
import { formatNumber } from '#web/ui/format.ts'
import { WarningIcon } from '#web/ui/icon.tsx'
import css from './hints.module.css'
import { nameOf } from './name-of.ts'

type Props = {
  hints: readonly TimeHint[]
  /** Whoever is known by name. */
  entries: readonly TimeEntry[]
  onJump: (timeentry_id: number) => void
}

/** What stands out before the times are sent. It keeps nobody from anything. */
export function Hints({ hints, entries, onJump }: Props) {
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
        {hints.map(({ timeentry_id, kind, sentence }) => (
          <li key={`${timeentry_id} ${kind} ${sentence}`}>
            <button type="button" onClick={() => onJump(timeentry_id)}>
              {names.get(timeentry_id) ?? `Eintrag ${timeentry_id}`}
            </button>
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
