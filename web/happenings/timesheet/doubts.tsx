import { confirm } from '#web/ui/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { fullNameOf } from './entry-words.ts'
import css from './hints.module.css'
import { leaveTo } from './leave-to.ts'
import type { Doubtful } from './read-entry.ts'

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
