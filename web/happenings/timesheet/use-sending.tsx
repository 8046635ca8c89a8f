import { useState } from 'react'
import type { Subhappening, TimeHint } from '#contract/happenings.ts'
import { useBackgroundResult } from '#web/jobs/use-background-result.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.tsx'
import { happeningsChanged, sendTimes } from '../queries.ts'

const FAILED = 'Fehler beim Senden der Zeiten.'

/** Sends what is complete, and follows a sending that is under way, whoever started it and whenever. */
export function useSending(part: Subhappening, hints: readonly TimeHint[]) {
  const [id, setId] = useState(part.sending ?? undefined)
  const [read, setRead] = useState<string>()
  if (part.sending !== null && part.sending !== id && part.sending !== read) setId(part.sending)
  const { result, error } = useBackgroundResult(id, happeningsChanged)
  // The result of somebody else's sending is theirs; that it runs is for all to see.
  const isRunning = id !== undefined && result === undefined && (error === undefined || part.sending === id)

  const send = () =>
    confirm({
      title: 'Sollen die Zeiten gesendet werden?',
      children: <Consequences part={part} hints={hints.length} />,
      verb: 'Senden',
      act: async () => {
        setId(await started(part.id))
        toast('Zeiten werden gesendet')
      },
    })
  return {
    isRunning,
    result: id === read ? undefined : result,
    send: () => void send(),
    close: () => setRead(id),
  }
}

async function started(subhappening_id: number): Promise<string> {
  let id: string | undefined
  try {
    id = await sendTimes(subhappening_id)
  } catch (error) {
    throw new Error(error instanceof Error ? `${FAILED} ${error.message}` : FAILED, { cause: error })
  }
  if (!id) throw new Error(FAILED)
  return id
}

function Consequences({ part, hints }: { part: Subhappening; hints: number }) {
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
      {hints > 0 && (
        <p>
          {hints === 1 ? 'Es gibt einen Hinweis' : `Es gibt ${formatNumber(hints)} Hinweise`} zu den Zeiten.
        </p>
      )}
    </>
  )
}
