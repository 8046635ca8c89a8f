import { useQuery } from '@tanstack/react-query'
import type { Subhappening } from '#contract/parts.ts'
import { formatNumber } from '#web/ui/format.ts'
import { type Part, partQuery } from '../queries.ts'
import { Doubts, Hints } from './hints.tsx'
import { allEntriesQuery, hintsQuery } from './queries.ts'
import type { Doubtful } from './read-entry.ts'
import { doubtsFromHints, isAsked, unsentHints } from './relevant-hints.ts'

type Props = {
  part: Part
  /** Entries with open changes, which are saved first. */
  changed: ReadonlySet<number>
  /** What they give reason to ask. */
  doubts: readonly Doubtful[]
  onJump: (timeentry_id: number) => void
}

/** What a sending means, as it is now: what has just been applied may get its hints only while the question is open. */
export function BeforeSending({ part, changed, doubts, onJump }: Props) {
  const count = changed.size
  const present = useQuery(partQuery(part)).data
  const hints = useQuery(hintsQuery(part)).data?.items ?? []
  const entries = useQuery({ ...allEntriesQuery(part, '+nachname'), enabled: hints.length > 0 }).data ?? []
  // Of what is saved first the hints are not known yet, but what has to be asked is.
  const standing = unsentHints(hints, entries).filter(({ timeentry_id }) => !changed.has(timeentry_id))
  const asked = [...doubts, ...doubtsFromHints(standing, entries)]
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
      {asked.length > 0 && (
        <>
          <p>
            <b>{asked.length === 1 ? 'Stimmt diese Zeit?' : 'Stimmen diese Zeiten?'}</b>
          </p>
          <Doubts doubts={asked} onJump={onJump} />
        </>
      )}
      <Hints hints={standing.filter(({ kind }) => !isAsked(kind))} entries={entries} onJump={onJump} />
    </>
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
