import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { JobReport } from '#contract/jobs.ts'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { CallError, errorSentence } from '#web/api.ts'
import { useBackgroundResult } from '#web/jobs/use-background-result.ts'
import { draft } from '#web/outbox/draft.ts'
import { queryClient, shouldRetry } from '#web/query-client.ts'
import { confirm, withdrawQuestions } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { invalidateHappenings, type PartIds } from '../../queries.ts'
import type { StepOutcome } from '../bar.tsx'
import { type Edits, NO_EDITS } from '../edits/edits.ts'
import { type EntryDoubt, isDoubt, unsentHints } from '../edits/read-entry.ts'
import { allEntriesQuery, hintsQuery, sendTimes } from '../queries.ts'
import { SendPreview } from './before-sending.tsx'
import { showReport } from './notices.tsx'
import { splitReport } from './sent-report.ts'

const SENDING_FAILED_SENTENCE = 'Fehler beim Senden der Zeiten.'

/**
 * Id of the job that sends times and was started on this device. Survives leaving the screen, and is deleted once its
 * report has been read.
 */
export const startedSendingDraft = (user_id: number, subhappening_id: number) =>
  draft<string>(user_id, `sending/${subhappening_id}`)

/** Open changes to save before sending, doubts to ask about, and how to save. */
type OpenChanges = { edits: Edits; doubts: readonly EntryDoubt[]; apply: () => Promise<boolean> }

type Handlers = { onJump: (timeentry_id: number) => void; onStart: () => void }

/** Sends complete entries to the planner. Also follows a job that is running already, even one of another user. */
export function useSending(user_id: number, part: Subhappening, { onJump, onStart }: Handlers) {
  const [id, setId] = useState(() => part.sending ?? startedSendingDraft(user_id, part.id).get())
  const [closed, setClosed] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  if (part.sending !== null && part.sending !== id && part.sending !== closed) setId(part.sending)
  const { report, error, problem } = useBackgroundResult(id, invalidateHappenings)
  // A report without problems counts as read; one with problems reappears until closed.
  const isRead = error !== undefined || (report !== undefined && splitReport(report).problems === '')
  useEffect(() => {
    if (isRead) void startedSendingDraft(user_id, part.id).change(undefined)
  }, [isRead, user_id, part.id])
  // Only administrators and those who started a job may read its result. For others the query fails, and the job
  // counts as running as long as `part.sending` names it.
  const isRunning = id !== undefined && report === undefined && (error === undefined || part.sending === id)

  const start = async () => {
    const id = await startSending(part.id)
    setId(id)
    void startedSendingDraft(user_id, part.id).change(id)
    toast('Zeiten werden gesendet')
    onStart()
  }
  const ask = async (changes?: OpenChanges) => {
    const { edits, doubts } = changes ?? { edits: NO_EDITS, doubts: [] }
    const ids = { happening_id: part.happening_id, subhappening_id: part.id }
    setIsAsking(true)
    const { hints, entries } = await fetchSendPreview(ids)
    setIsAsking(false)
    const unsent = unsentHints(hints, entries).filter(({ timeentry_id }) => !edits.has(timeentry_id))
    await confirm({
      title: 'Sollen die Zeiten gesendet werden?',
      children: (
        <SendPreview
          part={ids}
          zone={part.time_zone}
          edits={edits}
          doubts={doubts}
          onJump={(id) => {
            // Synchronous: closing the dialog restores the focus, so the row may take it only afterwards.
            flushSync(withdrawQuestions)
            onJump(id)
          }}
        />
      ),
      verb: 'Senden',
      focusesCancel: doubts.length > 0 || unsent.some(({ kind }) => isDoubt(kind)),
      act: async () => {
        // No message here: the rows and the bar say why the changes could not be saved.
        if (!changes || (await changes.apply())) await start()
      },
    })
  }

  const delay = isRunning ? problem : undefined
  const unreadReport = id === closed ? undefined : report
  const close = () => {
    setClosed(id)
    void startedSendingDraft(user_id, part.id).change(undefined)
  }
  return {
    isRunning,
    delay,
    report: unreadReport,
    isAsking,
    send: () => void ask(),
    /** Applies the changes first, and sends only if that succeeds. */
    sendAfter: (changes: OpenChanges) => void ask(changes),
    close,
    news: delay
      ? { tone: 'danger' as const, text: delay }
      : unreadReport && toStepOutcome(unreadReport, close),
  }
}

/** Loaded before the question appears, so that it does not change while somebody answers. */
async function fetchSendPreview(
  part: PartIds,
): Promise<{ hints: readonly TimeHint[]; entries: readonly TimeEntry[] }> {
  // Fresh data, and no retries when offline, since the user is waiting for the question.
  const now = { staleTime: 0, retry: shouldRetry }
  try {
    const [hints, entries] = await Promise.all([
      queryClient.fetchQuery({ ...hintsQuery(part), ...now }),
      queryClient.fetchQuery({ ...allEntriesQuery(part, '+nachname'), ...now }),
    ])
    return { hints: hints.items, entries }
  } catch {
    // The question is then asked without hints and names.
    return { hints: [], entries: [] }
  }
}

/** Summary of a report for the bar. */
function toStepOutcome(report: JobReport, close: () => void): StepOutcome {
  const { summary, problems, tone } = splitReport(report)
  const action = problems === '' ? undefined : { text: 'Bericht', act: showReport }
  return { tone, text: summary, action, close }
}

async function startSending(subhappening_id: number): Promise<string> {
  let id: string | undefined
  try {
    id = await sendTimes(subhappening_id)
  } catch (error) {
    throw new CallError(0, `${SENDING_FAILED_SENTENCE} ${errorSentence(error)}`)
  }
  if (!id) throw new CallError(0, SENDING_FAILED_SENTENCE)
  return id
}
