import { useQuery } from '@tanstack/react-query'
import type { Subhappening } from '#contract/happenings.ts'
import { formatNumber } from '#web/ui/format.ts'
import { hintsQuery, type Part, partQuery } from '../queries.ts'
import { allEntriesQuery } from './all-entries.ts'
import { goingOut } from './going-out.ts'
import { Hints } from './hints.tsx'

type Props = { part: Part; onJump: (timeentry_id: number) => void }

/** What a sending means, as it is now: what has just been applied may get its hints only while the question is open. */
export function BeforeSending({ part, onJump }: Props) {
  const present = useQuery(partQuery(part)).data
  const hints = useQuery(hintsQuery(part)).data?.items ?? []
  const entries = useQuery({ ...allEntriesQuery(part, '+nachname'), enabled: hints.length > 0 }).data ?? []
  return (
    <>
      {present && <Consequences part={present} />}
      <Hints hints={goingOut(hints, entries)} entries={entries} onJump={onJump} />
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
          an die Personalplanung. Danach können nur Admins sie noch ändern.
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
