import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { formatMinutes, formatNumber } from '#web/ui/format.ts'
import type { PartIds } from '../../queries.ts'
import type { Edits } from '../edits/edits.ts'
import { doubtsFromHints, type EntryDoubt, isDoubt, unsentHints } from '../edits/read-entry.ts'
import { fullNameOf } from '../edits/words.ts'
import { allEntriesQuery, hintsQuery } from '../queries.ts'
import css from './hints.module.css'
import { Hints } from './hints.tsx'
import { type EntriesToSend, type EntryToSend, entriesMissingTimes, groupEntriesToSend } from './to-send.ts'

type Props = {
  part: PartIds
  /** The company's time zone. */
  zone: string
  /** The open changes, which are saved first. */
  edits: Edits
  /** Doubts about these changes. */
  doubts: readonly EntryDoubt[]
  onJump: (timeentry_id: number) => void
}

/**
 * Content of the question before times are sent. Hints about just applied changes may arrive while the question is
 * open.
 */
export function SendPreview({ part, zone, edits, doubts, onJump }: Props) {
  const hints = useQuery(hintsQuery(part)).data?.items ?? []
  const all = useQuery(allEntriesQuery(part, '+nachname')).data
  const entries = all ?? []
  // Open changes have no hints from the server yet, only local doubts.
  const unsent = unsentHints(hints, entries).filter(({ timeentry_id }) => !edits.has(timeentry_id))
  return (
    <>
      {all === undefined ? (
        <p>Alle vollständigen Zeiten werden an die Personalplanung gesendet.</p>
      ) : (
        <SendSummary sent={groupEntriesToSend(all, edits, zone)} nameOf={shortNames(all)} onJump={onJump} />
      )}
      <p>
        {edits.size > 0 &&
          `${edits.size === 1 ? 'Ein Eintrag wird' : `${formatNumber(edits.size)} Einträge werden`} zuerst übernommen. `}
        Danach können nur noch Admins die Zeiten ändern.
      </p>
      <WithoutTimesNote people={entriesMissingTimes(entries, edits)} />
      <Hints
        doubts={[...doubts, ...doubtsFromHints(unsent, entries)]}
        hints={unsent.filter(({ kind }) => !isDoubt(kind))}
        entries={entries}
        onJump={onJump}
      />
    </>
  )
}

type NameOf = (entry: TimeEntry) => string

/** Last names if they are unique, else full names. */
function shortNames(entries: readonly TimeEntry[]): NameOf {
  const byName = Map.groupBy(entries, ({ last_name }) => last_name)
  return (entry) =>
    entry.last_name && byName.get(entry.last_name)?.length === 1 ? entry.last_name : fullNameOf(entry)
}

type SendSummaryProps = { sent: EntriesToSend; nameOf: NameOf; onJump: (timeentry_id: number) => void }

/** Counts, and the people whose times differ from the plan: '17 wie geplant · 2 geändert: Brandt −0:30, …'. */
function SendSummary({ sent, nameOf, onJump }: SendSummaryProps) {
  const { asPlanned, changed, unplanned, cancelled, absent, withdrawn } = sent
  const count = [asPlanned, changed, unplanned, cancelled, absent].reduce((sum, some) => sum + some.length, 0)
  const kinds: { what: string; some: readonly EntryToSend[]; more: (sent: EntryToSend) => string }[] = [
    { what: 'geändert', some: changed, more: formatDifference },
    { what: 'ungeplant', some: unplanned, more: ({ by }) => ` ${formatMinutes(by)}` },
    { what: 'trotz Absage', some: cancelled, more: ({ by }) => ` ${formatMinutes(by)}` },
    { what: 'nicht gekommen', some: absent, more: () => '' },
  ]
  const parts: ReactNode[] = kinds
    .filter(({ some }) => some.length > 0)
    .map(({ what, some, more }) => (
      <>
        <span className={css['whole']}>
          {formatNumber(some.length)} {what}:
        </span>{' '}
        <NameList some={some} text={(one) => `${nameOf(one.entry)}${more(one)}`} onJump={onJump} />
      </>
    ))
  if (asPlanned.length > 0) parts.unshift(`${formatNumber(asPlanned.length)} wie geplant`)
  return (
    <>
      {count > 0 && (
        <p>
          {count === 1 ? 'Eine Zeit wird' : `${formatNumber(count)} Zeiten werden`} an die Personalplanung
          gesendet.
        </p>
      )}
      {count === 0 && withdrawn.length === 0 && <p>Keine Zeit wird gesendet: Noch ist keine vollständig.</p>}
      {parts.length > 0 && (
        <p className={css['summary']}>
          {parts.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: their order is fixed
            <Fragment key={index}>
              {index > 0 && ' · '}
              {one}
            </Fragment>
          ))}
        </p>
      )}
      {withdrawn.length > 0 && (
        <p>
          {withdrawn.length === 1
            ? 'Eine geleerte Zeit wird in der Personalplanung zurückgenommen.'
            : `${formatNumber(withdrawn.length)} geleerte Zeiten werden in der Personalplanung zurückgenommen.`}
        </p>
      )}
    </>
  )
}

/** Always signed: ±0:00 if only the ends or the break moved. */
const formatDifference = ({ by }: EntryToSend) => ` ${by > 0 ? '+' : by === 0 ? '±' : ''}${formatMinutes(by)}`

const MAX_NAMES = 4
/** The first `MAX_NAMES` items. A single further item is shown as well, since „und 1 weiterer“ takes as much room. */
const limitNames = <Item,>(all: readonly Item[]) =>
  all.length <= MAX_NAMES + 1 ? all : all.slice(0, MAX_NAMES)

type NameListProps = {
  some: readonly EntryToSend[]
  text: (sent: EntryToSend) => string
  onJump: (timeentry_id: number) => void
}

/** Names with links to their rows; long lists are collapsed. */
function NameList({ some, text, onJump }: NameListProps) {
  const [isOpen, setOpen] = useState(false)
  const named = isOpen ? some : limitNames(some)
  const more = some.length - named.length
  return (
    <>
      {named.map((sent, index) => (
        <Fragment key={sent.entry.id}>
          {index > 0 && ', '}
          <button type="button" onClick={() => onJump(sent.entry.id)}>
            {text(sent)}
          </button>
        </Fragment>
      ))}
      {more > 0 && (
        <>
          {' '}
          <button type="button" onClick={() => setOpen(true)}>
            und {formatNumber(more)} weitere
          </button>
        </>
      )}
    </>
  )
}

/** People without times, who are left out of the sending. */
function WithoutTimesNote({ people }: { people: readonly TimeEntry[] }) {
  if (people.length === 0) return null
  const named = limitNames(people)
  const more = people.length - named.length
  return (
    <p>
      {people.length === 1
        ? 'Eine Person hat noch keine Zeiten: '
        : `${formatNumber(people.length)} Personen haben noch keine Zeiten: `}
      <b>{named.map(fullNameOf).join(', ')}</b>
      {more > 0 && ` und ${formatNumber(more)} weitere`}.
    </p>
  )
}
