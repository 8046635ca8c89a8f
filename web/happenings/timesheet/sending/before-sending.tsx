import { useQuery } from '@tanstack/react-query'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { formatNumber } from '#web/ui/format.ts'
import { type Part, partQuery } from '../../queries.ts'
import type { Edits } from '../edits/edits.ts'
import { fullNameOf } from '../edits/entry-words.ts'
import type { Doubtful } from '../edits/read-entry.ts'
import { doubtsFromHints, isAsked, unsentHints } from '../edits/relevant-hints.ts'
import { withoutTimes } from '../edits/without-times.ts'
import { allEntriesQuery, hintsQuery } from '../queries.ts'
import { Doubts, Hints } from './hints.tsx'

type Props = {
  part: Part
  /** The open changes, which are saved first. */
  changed: Edits
  /** What they give reason to ask. */
  doubts: readonly Doubtful[]
  onJump: (timeentry_id: number) => void
}

/** What a sending means, as it is now: what has just been applied may get its hints only while the question is open. */
export function BeforeSending({ part, changed, doubts, onJump }: Props) {
  const count = changed.size
  const present = useQuery(partQuery(part)).data
  const hints = useQuery(hintsQuery(part)).data?.items ?? []
  const entries = useQuery(allEntriesQuery(part, '+nachname')).data ?? []
  // Of what is saved first the hints are not known yet, but what has to be asked is.
  const unsent = unsentHints(hints, entries).filter(({ timeentry_id }) => !changed.has(timeentry_id))
  const asked = [...doubts, ...doubtsFromHints(unsent, entries)]
  return (
    <>
      {count > 0 ? (
        <p>
          {count === 1 ? 'Ein Eintrag wird' : `${formatNumber(count)} Einträge werden`} zuerst übernommen.
          Danach geht alles Vollständige an die Personalplanung; dann können es nur noch Admins ändern.
        </p>
      ) : (
        present && <Consequences part={present} />
      )}
      <WithoutTimes people={withoutTimes(entries, changed)} />
      {asked.length > 0 && (
        <>
          <p>
            <b>{asked.length === 1 ? 'Stimmt diese Zeit?' : 'Stimmen diese Zeiten?'}</b>
          </p>
          <Doubts doubts={asked} onJump={onJump} />
        </>
      )}
      <Hints hints={unsent.filter(({ kind }) => !isAsked(kind))} entries={entries} onJump={onJump} />
    </>
  )
}

const MOST = 4 // names

/** Who is not among those that are sent: it is seen before, and not by the planner. */
function WithoutTimes({ people }: { people: readonly TimeEntry[] }) {
  if (people.length === 0) return null
  // One more takes no more room than to say that there is one.
  const named = people.length <= MOST + 1 ? people : people.slice(0, MOST)
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

function Consequences({ part }: { part: Subhappening }) {
  const { withdrawals } = part
  const complete = part.sendable - withdrawals
  return (
    <>
      {complete > 0 && (
        <p>
          {complete === 1
            ? 'Ein vollständiger Zeiteintrag geht'
            : `${formatNumber(complete)} vollständige Zeiteinträge gehen`}{' '}
          an die Personalplanung. Danach{' '}
          {complete === 1 ? 'kann ihn nur noch ein Admin' : 'können nur noch Admins sie'} ändern.
        </p>
      )}
      {withdrawals > 0 && (
        <p>
          {withdrawals === 1
            ? 'Eine geleerte Zeit wird dort zurückgenommen.'
            : `${formatNumber(withdrawals)} geleerte Zeiten werden dort zurückgenommen.`}
        </p>
      )}
    </>
  )
}
