import { flushSync } from 'react-dom'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { confirm, withdrawQuestions } from '#web/ui/dialog/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { InfoIcon, WarningIcon } from '#web/ui/icon.tsx'
import type { Doubtful } from '../edits/read-entry.ts'
import { fullNameOf, nameOf } from '../edits/words.ts'
import css from './hints.module.css'

export type HintsProps = {
  hints: readonly TimeHint[]
  /** Asked about before anything is sent. */
  doubts?: readonly Doubtful[]
  /** For their names. */
  entries: readonly TimeEntry[]
  onJump: (timeentry_id: number) => void
}

/** Up to this many people with doubtful times the hints start open. */
const FEW = 3

/**
 * A line that opens, with all that stands out: each thing once, with everybody it is true of. It keeps nobody from
 * anything. Hints that hold for the plan as well come last, and alone they are no warning.
 */
export function Hints({ hints, doubts = [], entries, onJump }: HintsProps) {
  if (hints.length + doubts.length === 0) return null
  const doubtful = new Set(doubts.map(({ entry }) => entry.id)).size
  const names = new Map(entries.map((entry) => [entry.id, nameOf(entry)]))
  const [odd, asPlanned] = [hints.filter(isOdd), hints.filter((hint) => !isOdd(hint))]
  const list = (some: readonly TimeHint[]) => (
    <ul>
      {[...Map.groupBy(some, ({ sentence }) => sentence)].map(([sentence, alike]) => (
        <li key={sentence}>
          <span>{sentence}</span>
          {alike
            .map(({ timeentry_id: id }) => ({ id, name: names.get(id) ?? `Eintrag ${id}` }))
            .sort((one, other) => one.name.localeCompare(other.name, 'de'))
            .map(({ id, name }) => (
              <button key={id} type="button" onClick={() => onJump(id)}>
                {name}
              </button>
            ))}
        </li>
      ))}
    </ul>
  )
  const isCalm = odd.length + doubts.length === 0
  const [first, ...others] = [
    doubtful > 0 &&
      (doubtful === 1 ? 'Stimmt diese Zeit?' : `Stimmen diese ${formatNumber(doubtful)} Zeiten?`),
    odd.length > 0 && `${counted(odd.length)} zu den eingetragenen Zeiten`,
    asPlanned.length > 0 &&
      (isCalm ? `${counted(asPlanned.length)} zum Plan` : `${formatNumber(asPlanned.length)} zum Plan`),
  ].filter((text) => text !== false)
  return (
    <details className={css['hints']} data-calm={isCalm || undefined} open={doubtful > 0 && doubtful <= FEW}>
      <summary>
        {isCalm ? <InfoIcon size={18} /> : <WarningIcon size={18} />}
        <span>
          {first}
          {others.length > 0 && (
            <small>
              {doubtful > 0 ? ' ' : ', '}
              {others.join(', ')}
            </small>
          )}
        </span>
      </summary>
      <div>
        {doubts.length > 0 && <Doubts doubts={doubts} onJump={onJump} />}
        {odd.length > 0 && list(odd)}
        {!isCalm && asPlanned.length > 0 && <p>Das steht schon so im Plan:</p>}
        {asPlanned.length > 0 && list(asPlanned)}
      </div>
    </details>
  )
}

const isOdd = ({ as_planned }: TimeHint) => !as_planned
const counted = (count: number) => (count === 1 ? 'Ein Hinweis' : `${formatNumber(count)} Hinweise`)

type DoubtsProps = { doubts: readonly Doubtful[]; onJump: (timeentry_id: number) => void }

const MOST = 10 // names
/** One more takes no more room than saying that there is one. */
const firstOf = <Item,>(all: readonly Item[]) => (all.length === MOST + 1 ? all : all.slice(0, MOST))

/** Times that are hardly meant: each thing once, with all whom it is true of and the way to them. */
function Doubts({ doubts, onJump }: DoubtsProps) {
  return (
    <ul className={css['doubts']}>
      {[...Map.groupBy(doubts, ({ doubt }) => doubt.sentence)].map(([sentence, alike]) => (
        <li key={sentence}>
          <span className={css['sentence']}>{sentence}</span>
          {firstOf(alike).map(({ entry }) => (
            <button key={entry.id} type="button" onClick={() => onJump(entry.id)}>
              {fullNameOf(entry)}
            </button>
          ))}
          {firstOf(alike).length < alike.length && (
            <span>… und {formatNumber(alike.length - MOST)} weitere</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Before they are saved: whoever goes to one of them saves nothing yet. */
export const confirmDoubts = (doubts: readonly Doubtful[], onJump: (timeentry_id: number) => void) =>
  confirm({
    title: doubts.length === 1 ? 'Stimmt diese Zeit?' : 'Stimmen diese Zeiten?',
    children: (
      <Doubts
        doubts={doubts}
        onJump={(id) => {
          // It gives the focus back before the row takes it.
          flushSync(withdrawQuestions)
          onJump(id)
        }}
      />
    ),
    verb: 'Trotzdem übernehmen',
    isDoubtful: true,
  })
