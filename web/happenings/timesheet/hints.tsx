import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { confirm, takeBack } from '#web/ui/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { WarningIcon } from '#web/ui/icon.tsx'
import { fullNameOf, nameOf } from './entry-words.ts'
import css from './hints.module.css'
import type { Doubtful } from './read-entry.ts'

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

type DoubtsProps = { doubts: readonly Doubtful[]; onJump: (timeentry_id: number) => void }

const MOST = 10 // names

/** Times that are hardly meant: each thing once, with all whom it is true of and the way to them. */
export function Doubts({ doubts, onJump }: DoubtsProps) {
  return (
    <ul className={css['doubts']}>
      {[...Map.groupBy(doubts, ({ doubt }) => doubt.sentence)].map(([sentence, alike]) => (
        <li key={sentence}>
          {alike.slice(0, MOST).map(({ entry }) => (
            <button key={entry.id} type="button" onClick={() => onJump(entry.id)}>
              {fullNameOf(entry)}
            </button>
          ))}
          {alike.length > MOST && <span>… und {formatNumber(alike.length - MOST)} weitere</span>}
          <span className={css['sentence']}>{sentence}</span>
        </li>
      ))}
    </ul>
  )
}

/** Before they are saved: whoever goes to one of them saves nothing yet. */
export const confirmDoubts = (doubts: readonly Doubtful[], onJump: (timeentry_id: number) => void) =>
  confirm({
    title: doubts.length === 1 ? 'Stimmt diese Zeit?' : 'Stimmen diese Zeiten?',
    children: <Doubts doubts={doubts} onJump={(id) => leaveTo(id, onJump)} />,
    verb: 'Trotzdem übernehmen',
    isDoubtful: true,
  })

/** Once the question is gone and has given the focus back. */
export function leaveTo(timeentry_id: number, onJump: (timeentry_id: number) => void) {
  takeBack()
  setTimeout(() => onJump(timeentry_id))
}
