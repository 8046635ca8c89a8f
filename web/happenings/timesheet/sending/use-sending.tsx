import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { JobReport } from '#contract/jobs.ts'
import type { Subhappening } from '#contract/parts.ts'
import { wallClock } from '#contract/time/plausible.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { Failed, sentenceOf } from '#web/api.ts'
import { useBackgroundResult } from '#web/jobs/use-background-result.ts'
import { draft } from '#web/outbox/draft.ts'
import { queryClient, shouldRetry } from '#web/query-client.ts'
import { choose, withdrawQuestions } from '#web/ui/dialog/confirm.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { happeningsChanged, type Part } from '../../queries.ts'
import type { News } from '../bar.tsx'
import { isOver } from '../edits/bulk.ts'
import { type Edits, NO_EDITS } from '../edits/edits.ts'
import { type Doubtful, isDoubt, unsentHints } from '../edits/read-entry.ts'
import { allEntriesQuery, hintsQuery, sendTimes } from '../queries.ts'
import { BeforeSending } from './before-sending.tsx'
import { showReport } from './notices.tsx'
import { splitReport } from './sent-report.ts'

const SENDING_FAILED = 'Fehler beim Senden der Zeiten.'

/** Id of the sending started on this device, until its report is read; survives leaving the screen. */
export const begunSending = (user_id: number, subhappening_id: number) =>
  draft<string>(user_id, `sending/${subhappening_id}`)

/** Open changes to save before sending, and doubts to ask about. */
type Changes = { edits: Edits; doubts: readonly Doubtful[] }

type Ways = {
  /** Sets the planned times of these people. */
  fill: (people: readonly TimeEntry[]) => void
  /** Saves open changes; false if that failed. */
  apply: () => Promise<boolean>
  onJump: (timeentry_id: number) => void
  onStart: () => void
}

/** Sends complete entries, and follows a running sending, also of somebody else. */
export function useSending(user_id: number, part: Subhappening, { fill, apply, onJump, onStart }: Ways) {
  const [id, setId] = useState(() => part.sending ?? begunSending(user_id, part.id).get())
  const [closed, setClosed] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  if (part.sending !== null && part.sending !== id && part.sending !== closed) setId(part.sending)
  const { report, error, problem } = useBackgroundResult(id, happeningsChanged)
  // A report without problems counts as read; one with problems reappears until closed.
  const isRead = error !== undefined || (report !== undefined && splitReport(report).problems === '')
  useEffect(() => {
    if (isRead) void begunSending(user_id, part.id).change(undefined)
  }, [isRead, user_id, part.id])
  // Everybody sees that a sending runs; its failure is reported to the starter only.
  const isRunning = id !== undefined && report === undefined && (error === undefined || part.sending === id)

  const start = async () => {
    const id = await startSending(part.id)
    setId(id)
    void begunSending(user_id, part.id).change(id)
    toast('Zeiten werden gesendet')
    onStart()
  }
  const ask = async ({ edits, doubts }: Changes) => {
    const ids = { happening_id: part.happening_id, subhappening_id: part.id }
    setIsAsking(true)
    const { hints, entries } = await lookUp(ids)
    setIsAsking(false)
    const unsent = unsentHints(hints, entries).filter(({ timeentry_id }) => !edits.has(timeentry_id))
    const now = wallClock(part.time_zone)
    const others = entries.filter((entry) => isOver(entry, edits.get(entry.id), now))
    const send = async () => {
      // If saving fails, the reason is shown with the changes.
      if (await apply()) await start()
    }
    const fillAndSend = () => {
      fill(others)
      return send()
    }
    const withOthers = { verb: `${formatNumber(others.length)} wie geplant mitschicken`, act: fillAndSend }
    await choose({
      title: 'Sollen die Zeiten gesendet werden?',
      children: (
        <BeforeSending
          part={ids}
          zone={part.time_zone}
          edits={edits}
          doubts={doubts}
          onJump={(id) => {
            // Synchronous: closing restores the focus, and only then may the row take it.
            flushSync(withdrawQuestions)
            onJump(id)
          }}
        />
      ),
      isDoubtful: doubts.length > 0 || unsent.some(({ kind }) => isDoubt(kind)),
      choices: [
        ...(others.length > 0 ? [withOthers] : []),
        { verb: 'Senden', variant: 'primary', act: send },
      ],
    })
  }

  const delay = isRunning ? problem : undefined
  const unreadReport = id === closed ? undefined : report
  const close = () => {
    setClosed(id)
    void begunSending(user_id, part.id).change(undefined)
  }
  return {
    isRunning,
    delay,
    report: unreadReport,
    isAsking,
    send: () => void ask({ edits: NO_EDITS, doubts: [] }),
    /** Applies the changes first, and sends only if that succeeds. */
    sendAfter: (changes: Changes) => void ask(changes),
    close,
    news: delay ? { tone: 'danger' as const, text: delay } : unreadReport && newsOf(unreadReport, close),
  }
}

/** Loaded before the question appears, so that it does not change while somebody answers. */
async function lookUp(part: Part): Promise<{ hints: readonly TimeHint[]; entries: readonly TimeEntry[] }> {
  // Fresh, and failing at once when offline: somebody waits for the question.
  const now = { staleTime: 0, retry: shouldRetry }
  try {
    const [hints, entries] = await Promise.all([
      queryClient.fetchQuery({ ...hintsQuery(part), ...now }),
      queryClient.fetchQuery({ ...allEntriesQuery(part, '+nachname'), ...now }),
    ])
    return { hints: hints.items, entries }
  } catch {
    // The question can be asked without them.
    return { hints: [], entries: [] }
  }
}

/** Summary of a report for the bar. */
function newsOf(report: JobReport, close: () => void): News {
  const { summary, problems, tone } = splitReport(report)
  const action = problems === '' ? undefined : { text: 'Bericht', act: showReport }
  return { tone, text: summary, action, close }
}

async function startSending(subhappening_id: number): Promise<string> {
  let id: string | undefined
  try {
    id = await sendTimes(subhappening_id)
  } catch (error) {
    throw new Failed(0, `${SENDING_FAILED} ${sentenceOf(error)}`)
  }
  if (!id) throw new Failed(0, SENDING_FAILED)
  return id
}
