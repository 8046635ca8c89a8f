import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { confirm, takeBack } from '#web/ui/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import css from './hints.module.css'
import { fullNameOf } from './name-of.ts'
import type { Doubtful } from './read-entry.ts'

type Props = { doubts: readonly Doubtful[]; onJump: (timeentry_id: number) => void }

const MOST = 10 // names

/** Times that are hardly meant: each thing once, with all whom it is true of and the way to them. */
export function Doubts({ doubts, onJump }: Props) {
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

type Kind = TimeHint['kind']
export const isAsked = (kind: Kind): kind is 'distant' | 'future' => kind === 'distant' || kind === 'future'

/** The server's hints that are asked about, by whose they are. */
export function doubtsFromHints(hints: readonly TimeHint[], entries: readonly TimeEntry[]): Doubtful[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return hints.flatMap(({ timeentry_id, kind, sentence }) => {
    const entry = byId.get(timeentry_id)
    return entry && isAsked(kind) ? [{ entry, doubt: { kind, sentence } }] : []
  })
}
