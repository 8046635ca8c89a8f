import { useState } from 'react'
import type { Subhappening, TimeHint } from '#contract/happenings.ts'
import { useBackgroundResult } from '#web/jobs/use-background-result.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.tsx'
import { happeningsChanged, sendTimes } from '../queries.ts'
import type { News } from './bar-news.tsx'
import { outcomeOf } from './outcome.ts'
import { showReport, UNREACHABLE } from './sending-notice.tsx'

const FAILED = 'Fehler beim Senden der Zeiten.'

/** Sends what is complete, and follows a sending that is under way, whoever started it and whenever. */
export function useSending(part: Subhappening, hints: readonly TimeHint[]) {
  const [id, setId] = useState(part.sending ?? undefined)
  const [read, setRead] = useState<string>()
  if (part.sending !== null && part.sending !== id && part.sending !== read) setId(part.sending)
  const { result, error, isUnreachable } = useBackgroundResult(id, (report) => {
    const { summary, tone } = outcomeOf(report)
    toast(summary, { tone })
    return happeningsChanged()
  })
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
  const shown = id === read ? undefined : result
  const close = () => setRead(id)
  return {
    isRunning,
    isUnreachable: isRunning && isUnreachable,
    result: shown,
    send: () => void send(),
    close,
    /** The short of it. */
    news: newsOf({ isUnreachable: isRunning && isUnreachable, result: shown, close }),
  }
}

function newsOf({
  isUnreachable,
  result,
  close,
}: {
  isUnreachable: boolean
  result: string | undefined
  close: () => void
}): News | undefined {
  if (isUnreachable) return { tone: 'danger', text: UNREACHABLE }
  if (result === undefined) return undefined
  const { summary, tone } = outcomeOf(result)
  const action = result === summary ? undefined : { text: 'Bericht', act: showReport }
  return { tone, text: summary, action, close }
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
