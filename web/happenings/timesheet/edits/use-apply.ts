import { useEffect, useEffectEvent, useState } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import { localNow } from '#contract/time/plausible.ts'
import type { TimeEntry } from '#contract/times.ts'
import { CallError } from '#web/api.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { TOAST_MS } from '#web/ui/toast/toast-store.ts'
import { fetchAllEntries } from '../queries.ts'
import { confirmDoubts } from '../sending/hints.tsx'
import {
  APPLIED_SENTENCE,
  type ApplyProblem,
  failedProblem,
  findFault,
  isProblemOver,
} from './apply-edits.ts'
import {
  applyAtOnce,
  isBeingApplied,
  isTimesheetOpen,
  registerTimesheet,
  useApplyStatus,
} from './applying.ts'
import { type Edits, withEdit, withoutLocked } from './edits.ts'
import { doubtsIn, type EntryDoubt, plausibilityRulesOf } from './read-entry.ts'
import type { OpenEdits } from './use-edits.tsx'

type ApplyContext = {
  user_id: number
  open: OpenEdits
  /** Loaded entries: of this page, and others with hints or edits. */
  entries: readonly TimeEntry[]
  onJump: (timeentry_id: number) => void
  /** The bar shows success; a toast would cover the team. */
  showsSuccessInBar: boolean
}

const STILL_APPLYING_SENTENCE =
  'Ihre Änderungen werden gerade übernommen. Bitte versuchen Sie es gleich noch einmal.'

/**
 * Applies all open changes that can be applied. Disputed fields wait for a decision; the server names author and time.
 * Implausible times need a confirmation. Failures stay visible, except for rows that already show that they are locked.
 */
export function useApply(
  part: Subhappening,
  { user_id, open, entries, onJump, showsSuccessInBar }: ApplyContext,
) {
  const [isChecking, setIsChecking] = useState(false)
  const [last, setLast] = useState<ApplyProblem>()
  const [isDone, sayDone] = useTemporaryFlag()
  const { isUnderWay, problem: waiting, withdraw } = useApplyStatus(user_id, part.id, open)
  const isApplying = isChecking || isUnderWay
  const ids = { happening_id: part.happening_id, subhappening_id: part.id }
  const team = `${part.happening_name} – ${part.name}`
  /** Ignores edits of locked rows. Rows of other pages are checked by the server. */
  const unlocked = (edits: Edits) => withoutLocked(edits, entries)

  const show = ({ edits }: ApplyProblem) => onJump([...edits.keys()][0] as number)
  const tell = (problem: ApplyProblem | undefined) => {
    setLast(problem)
    if (problem?.action === 'show') show(problem)
  }
  const onProblem = useEffectEvent(tell)
  const onStored = useEffectEvent((isSendingNext: boolean) => {
    open.forgetSteps()
    // The next step sends the times to the planner and shows its own message.
    if (isSendingNext) return
    if (showsSuccessInBar) sayDone()
    else toast(APPLIED_SENTENCE)
  })
  useEffect(
    () =>
      registerTimesheet(part.id, {
        stored: (isSendingNext) => onStored(isSendingNext),
        tell: (problem) => onProblem(problem),
      }),
    [part.id],
  )

  /**
   * Doubts to ask about. Undefined if something has to be corrected first, or if entries of other pages could not be
   * loaded.
   */
  const check = async (edits: Edits): Promise<readonly EntryDoubt[] | undefined> => {
    setLast(undefined)
    setIsChecking(true)
    try {
      const isHere = [...edits.keys()].every((id) => entries.some((entry) => entry.id === id))
      const all = isHere ? entries : await fetchAllEntries(ids)
      const rules = plausibilityRulesOf(part)
      const changes = withoutLocked(edits, all)
      const fault = findFault(changes, all, rules)
      tell(fault)
      return fault ? undefined : doubtsIn(changes, all, rules, localNow(rules.zone))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      tell(failedProblem(edits, error.message))
      return undefined
    } finally {
      setIsChecking(false)
    }
  }

  const apply = async (isToSend: boolean) => {
    const edits = unlocked(open.settled())
    if (isApplying || edits.size === 0) return
    const doubts = await check(edits)
    if (!doubts || !isTimesheetOpen(part.id)) return
    if (doubts.length > 0 && !(await confirmDoubts(doubts, onJump))) return
    void applyAtOnce(user_id, { part: ids, team, edits, ...(isToSend && { isToSend }) })
  }

  const drop = ({ edits }: ApplyProblem) =>
    open.put([...edits.keys()].reduce((left, id) => withEdit(left, id, undefined), open.current()))
  const actionFor = (problem: ApplyProblem) => {
    if (problem.action === 'show') return { text: 'Zeigen', act: () => show(problem) }
    if (problem.action === 'drop') return { text: 'Verwerfen', act: () => drop(problem) }
    return problem.action && { text: 'Doch nicht übernehmen', act: withdraw }
  }
  const isNews = (problem: ApplyProblem | undefined) =>
    problem && !isProblemOver(problem, open.edits) && unlocked(problem.edits).size > 0
  const news = [waiting, last].find(isNews)
  return {
    isApplying,
    apply: () => void apply(false),
    /** For „Senden“ without a connection: applies the changes only. The user has to press „Senden“ again later. */
    applyFirst: () => void apply(true),
    /** Edits and doubts for a custom question, which then calls `applyConfirmed`. */
    async prepare(): Promise<{ edits: Edits; doubts: readonly EntryDoubt[] } | undefined> {
      const edits = unlocked(open.settled())
      const doubts = await check(edits)
      return doubts && { edits, doubts }
    },
    /** Returns true if everything is stored. */
    applyConfirmed: async () => {
      const current = open.current()
      if (isBeingApplied(user_id, part.id, current)) throw new CallError(409, STILL_APPLYING_SENTENCE)
      const edits = unlocked(current)
      return edits.size === 0 || applyAtOnce(user_id, { part: ids, team, edits, isToSend: true }, true)
    },
    /** True for some seconds after changes were applied, for the message in the bar. */
    isDone,
    /** Reason why changes wait, and the action offered. */
    news: news && {
      tone: news.isUnreached ? ('info' as const) : ('danger' as const),
      text: news.sentence,
      action: actionFor(news),
    },
  }
}

/** True for the duration of a toast. */
function useTemporaryFlag(): [isSo: boolean, begin: () => void] {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (since === undefined) return undefined
    const timer = setTimeout(setSince, TOAST_MS, undefined)
    return () => clearTimeout(timer)
  }, [since])
  return [since !== undefined, () => setSince(Date.now())]
}
