import { useEffect, useMemo, useState } from 'react'
import type { JobReport } from '#contract/jobs.ts'
import type { Subhappening } from '#contract/parts.ts'
import { Failed, sentenceOf } from '#web/api.ts'
import { useBackgroundResult } from '#web/jobs/use-background-result.ts'
import { draft } from '#web/outbox/draft.ts'
import { isAskedAgain, queryClient } from '#web/query-client.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import { happeningsChanged } from '../../queries.ts'
import type { News } from '../bar.tsx'
import { type Edits, NO_EDITS } from '../edits/edits.ts'
import type { Doubtful } from '../edits/read-entry.ts'
import { isAsked, unsentHints } from '../edits/relevant-hints.ts'
import { allEntriesQuery, hintsQuery, sendTimes } from '../queries.ts'
import { BeforeSending } from './before-sending.tsx'
import { leaveTo } from './leave-to.ts'
import { showReport } from './notices.tsx'
import { splitReport } from './sent-report.ts'

/** Asked of the server, and not kept until there is a network: somebody waits for the question. */
const now = { staleTime: 0, retry: isAskedAgain }

const FAILED = 'Fehler beim Senden der Zeiten.'

/** What is saved before it is sent: the open changes, what to ask about them, and how. */
type Before = { changed: Edits; doubts: readonly Doubtful[]; first: () => Promise<boolean> }

/** Sends what is complete, and follows a sending that is under way, whoever started it and whenever. */
export function useSending(user_id: number, part: Subhappening, onJump: (timeentry_id: number) => void) {
  const [id, setId] = useState(part.sending ?? undefined)
  const [read, setRead] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  if (part.sending !== null && part.sending !== id && part.sending !== read) setId(part.sending)
  const { report, error, problem } = useBackgroundResult(id, happeningsChanged)
  const unread = useUnread(user_id, part.id, (left) => setId((known) => known ?? left))
  // What went well is read at a glance; what did not is there again until it is closed.
  const isDone = error !== undefined || (report !== undefined && splitReport(report).problems === '')
  useEffect(() => {
    if (isDone) unread.forget()
  }, [isDone, unread])
  // The result of somebody else's sending is theirs; that it runs is for all to see.
  const isRunning = id !== undefined && report === undefined && (error === undefined || part.sending === id)

  const ids = { happening_id: part.happening_id, subhappening_id: part.id }
  const start = async () => {
    const id = await started(part.id)
    setId(id)
    unread.keep(id)
    toast('Zeiten werden gesendet')
  }
  /** With what is to be asked about already known: a question must not change while somebody answers it. */
  const ask = async ({ changed, doubts, first }: Before) => {
    setIsAsking(true)
    const [hints, entries] = await Promise.allSettled([
      queryClient.fetchQuery({ ...hintsQuery(ids), ...now }),
      queryClient.fetchQuery({ ...allEntriesQuery(ids, '+nachname'), ...now }),
    ])
    setIsAsking(false)
    const known = hints.status === 'fulfilled' && entries.status === 'fulfilled'
    const isDoubtful =
      doubts.length > 0 ||
      (known &&
        unsentHints(hints.value.items, entries.value).some(
          ({ timeentry_id, kind }) => isAsked(kind) && !changed.has(timeentry_id),
        ))
    await confirm({
      title: 'Sollen die Zeiten gesendet werden?',
      children: (
        <BeforeSending
          part={ids}
          zone={part.time_zone}
          changed={changed}
          doubts={doubts}
          // Whoever goes to a hint does not send yet.
          onJump={(id) => leaveTo(id, onJump)}
        />
      ),
      verb: 'Senden',
      isDoubtful,
      act: async () => {
        // What keeps the changes from being saved is said where they are.
        if (await first()) await start()
      },
    })
  }
  const delay = isRunning ? problem : undefined
  const shown = id === read ? undefined : report
  const close = () => {
    setRead(id)
    unread.forget()
  }
  return {
    isRunning,
    delay,
    report: shown,
    isAsking,
    send: () => void ask({ changed: NO_EDITS, doubts: [], first: async () => true }),
    /** After something else, which may fail. */
    sendAfter: (before: Before) => void ask(before),
    close,
    /** The short of it. */
    news: newsOf({ delay, report: shown, close }),
  }
}
export type Sending = ReturnType<typeof useSending>

function newsOf({
  delay,
  report,
  close,
}: {
  delay: string | undefined
  report: JobReport | undefined
  close: () => void
}): News | undefined {
  if (delay) return { tone: 'danger', text: delay }
  if (report === undefined) return undefined
  const { summary, problems, tone } = splitReport(report)
  const action = problems === '' ? undefined : { text: 'Bericht', act: showReport }
  return { tone, text: summary, action, close }
}

async function started(subhappening_id: number): Promise<string> {
  let id: string | undefined
  try {
    id = await sendTimes(subhappening_id)
  } catch (error) {
    throw new Failed(0, `${FAILED} ${sentenceOf(error)}`)
  }
  if (!id) throw new Failed(0, FAILED)
  return id
}

/** Keeps which sending of a part was begun here and is not read yet: leaving the screen shall not lose its report. */
function useUnread(user_id: number, subhappening_id: number, onLeft: (id: string) => void) {
  const latest = useLatest(onLeft)
  const unread = useMemo(
    () => draft<string>(user_id, `sending/${subhappening_id}`),
    [user_id, subhappening_id],
  )
  useEffect(() => {
    let isHere = true
    const takeUp = async () => {
      await unread.ready
      const id = unread.get()
      if (id !== undefined && isHere) latest.current(id)
    }
    void takeUp()
    return () => {
      isHere = false
    }
  }, [unread, latest])
  return useMemo(
    () => ({ keep: (id: string) => void unread.set(id), forget: () => void unread.set(undefined) }),
    [unread],
  )
}
