import { useEffect, useState } from 'react'
import type { Subhappening } from '#contract/happenings.ts'
import { useBackgroundResult } from '#web/jobs/use-background-result.ts'
import { confirm, takeBack } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { happeningsChanged, sendTimes } from '../queries.ts'
import type { News } from './bar-news.tsx'
import { BeforeSending } from './before-sending.tsx'
import { outcomeOf } from './outcome.ts'
import { showReport, UNREACHABLE } from './sending-notice.tsx'
import { useUnread } from './use-unread.ts'

const FAILED = 'Fehler beim Senden der Zeiten.'

/** Sends what is complete, and follows a sending that is under way, whoever started it and whenever. */
export function useSending(user_id: number, part: Subhappening, onJump: (timeentry_id: number) => void) {
  const [id, setId] = useState(part.sending ?? undefined)
  const [read, setRead] = useState<string>()
  if (part.sending !== null && part.sending !== id && part.sending !== read) setId(part.sending)
  const { result, error, isUnreachable } = useBackgroundResult(id, happeningsChanged)
  const unread = useUnread(user_id, part.id, (left) => setId((known) => known ?? left))
  // What went well is read at a glance; what did not is there again until it is closed.
  const isDone = error !== undefined || (result !== undefined && outcomeOf(result).problems === '')
  useEffect(() => {
    if (isDone) unread.forget()
  }, [isDone, unread])
  // The result of somebody else's sending is theirs; that it runs is for all to see.
  const isRunning = id !== undefined && result === undefined && (error === undefined || part.sending === id)

  /** Whoever goes to a hint does not send yet. */
  const jump = (timeentry_id: number) => {
    takeBack()
    // Once the question is gone and has given the focus back.
    setTimeout(() => onJump(timeentry_id))
  }
  const send = () =>
    confirm({
      title: 'Sollen die Zeiten gesendet werden?',
      children: (
        <BeforeSending part={{ happening_id: part.happening_id, subhappening_id: part.id }} onJump={jump} />
      ),
      verb: 'Senden',
      act: async () => {
        const id = await started(part.id)
        setId(id)
        unread.keep(id)
        toast('Zeiten werden gesendet')
      },
    })
  const shown = id === read ? undefined : result
  const close = () => {
    setRead(id)
    unread.forget()
  }
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
  const { summary, problems, tone } = outcomeOf(result)
  const action = problems === '' ? undefined : { text: 'Bericht', act: showReport }
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
