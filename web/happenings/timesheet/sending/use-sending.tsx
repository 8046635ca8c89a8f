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

const FAILED = 'Fehler beim Senden der Zeiten.'

/** Which sending of a team was begun here and is not read yet: leaving the screen shall not lose its report. */
export const begunSending = (user_id: number, subhappening_id: number) =>
  draft<string>(user_id, `sending/${subhappening_id}`)

/** The open changes that are saved first, and what has to be asked about them. */
type Changes = { edits: Edits; doubts: readonly Doubtful[] }

type Ways = {
  /** Gives people their planned times. */
  fill: (people: readonly TimeEntry[]) => void
  /** Saves what is open; false where something keeps it from that. */
  apply: () => Promise<boolean>
  onJump: (timeentry_id: number) => void
  onStart: () => void
}

/** Sends what is complete, and follows a sending that is under way, whoever started it and whenever. */
export function useSending(user_id: number, part: Subhappening, { fill, apply, onJump, onStart }: Ways) {
  const [id, setId] = useState(() => part.sending ?? begunSending(user_id, part.id).get())
  const [closed, setClosed] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  if (part.sending !== null && part.sending !== id && part.sending !== closed) setId(part.sending)
  const { report, error, problem } = useBackgroundResult(id, happeningsChanged)
  // A success is read at a glance; a report with problems is there again until it is closed.
  const isRead = error !== undefined || (report !== undefined && splitReport(report).problems === '')
  useEffect(() => {
    if (isRead) void begunSending(user_id, part.id).change(undefined)
  }, [isRead, user_id, part.id])
  // The result of somebody else's sending is theirs; that it runs is for all to see.
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
      // Whatever keeps the changes from being saved is said beside them.
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
            // It gives the focus back before the row takes it.
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
    /** After the changes are applied, which may fail. */
    sendAfter: (changes: Changes) => void ask(changes),
    close,
    news: delay ? { tone: 'danger' as const, text: delay } : unreadReport && newsOf(unreadReport, close),
  }
}

/** Before the question stands: it must not change while somebody answers it. */
async function lookUp(part: Part): Promise<{ hints: readonly TimeHint[]; entries: readonly TimeEntry[] }> {
  // Asked of the server, and not kept until there is a network: somebody waits for the question.
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

/** The short of a report. */
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
    throw new Failed(0, `${FAILED} ${sentenceOf(error)}`)
  }
  if (!id) throw new Failed(0, FAILED)
  return id
}
