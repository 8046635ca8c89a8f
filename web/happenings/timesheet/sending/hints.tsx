import { flushSync } from 'react-dom'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { confirm, withdrawQuestions } from '#web/ui/dialog/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { InfoIcon, WarningIcon } from '#web/ui/icon.tsx'
import type { EntryDoubt } from '../edits/read-entry.ts'
import { fullNameOf, personName } from '../edits/words.ts'
import css from './hints.module.css'

export type HintsProps = {
  hints: readonly TimeHint[]
  /** Doubts that the user has to confirm before the times are sent. */
  doubts?: readonly EntryDoubt[]
  /** Entries with the names of the people concerned. */
  entries: readonly TimeEntry[]
  onJump: (timeentry_id: number) => void
}

/** The list starts open if no more people than this have doubtful times. */
const MAX_PEOPLE_TO_OPEN = 3

/**
 * Collapsible list of hints, grouped by sentence with the people concerned. It blocks nothing. Hints that also hold
 * for the plan come last, and alone they are no warning.
 */
export function Hints({ hints, doubts = [], entries, onJump }: HintsProps) {
  if (hints.length + doubts.length === 0) return null
  const doubtful = new Set(doubts.map(({ entry }) => entry.id)).size
  const names = new Map(entries.map((entry) => [entry.id, personName(entry)]))
  const [odd, asPlanned] = [hints.filter(differsFromPlan), hints.filter((hint) => !differsFromPlan(hint))]
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
    odd.length > 0 && `${hintsInWords(odd.length)} zu den eingetragenen Zeiten`,
    asPlanned.length > 0 &&
      (isCalm ? `${hintsInWords(asPlanned.length)} zum Plan` : `${formatNumber(asPlanned.length)} zum Plan`),
  ].filter((text) => text !== false)
  return (
    <details
      className={css['hints']}
      data-calm={isCalm || undefined}
      open={doubtful > 0 && doubtful <= MAX_PEOPLE_TO_OPEN}
    >
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

const differsFromPlan = ({ as_planned }: TimeHint) => !as_planned
const hintsInWords = (count: number) => (count === 1 ? 'Ein Hinweis' : `${formatNumber(count)} Hinweise`)

type DoubtsProps = { doubts: readonly EntryDoubt[]; onJump: (timeentry_id: number) => void }

const MAX_NAMES = 10
/** The first `MAX_NAMES` items. A single further item is shown as well, since „und 1 weiterer“ takes as much room. */
const limitDoubts = <Item,>(all: readonly Item[]) =>
  all.length === MAX_NAMES + 1 ? all : all.slice(0, MAX_NAMES)

/** Implausible times, grouped by sentence, with links to the people concerned. */
function Doubts({ doubts, onJump }: DoubtsProps) {
  return (
    <ul className={css['doubts']}>
      {[...Map.groupBy(doubts, ({ doubt }) => doubt.sentence)].map(([sentence, alike]) => (
        <li key={sentence}>
          <span className={css['sentence']}>{sentence}</span>
          {limitDoubts(alike).map(({ entry }) => (
            <button key={entry.id} type="button" onClick={() => onJump(entry.id)}>
              {fullNameOf(entry)}
            </button>
          ))}
          {limitDoubts(alike).length < alike.length && (
            <span>… und {formatNumber(alike.length - MAX_NAMES)} weitere</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Asks whether implausible times are right. A link to a row cancels the question. */
export const confirmDoubts = (doubts: readonly EntryDoubt[], onJump: (timeentry_id: number) => void) =>
  confirm({
    title: doubts.length === 1 ? 'Stimmt diese Zeit?' : 'Stimmen diese Zeiten?',
    children: (
      <Doubts
        doubts={doubts}
        onJump={(id) => {
          // Synchronous: closing the dialog restores the focus, so the row may take it only afterwards.
          flushSync(withdrawQuestions)
          onJump(id)
        }}
      />
    ),
    verb: 'Trotzdem übernehmen',
    focusesCancel: true,
  })
