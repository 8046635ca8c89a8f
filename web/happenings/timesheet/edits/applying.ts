// Applied changes on their way to the server: one outbox row per team, with the edits at the time of the press. Later
// edits need another press. Disputes are decided in the timesheet. The outcome appears in the timesheet if it is
// open, otherwise as a toast.
import type { TimeDispute } from '#contract/times.ts'
import { CallError } from '#web/api.ts'
import { outbox } from '#web/outbox/browser.ts'
import type { SendState } from '#web/outbox/outbox.ts'
import { getOutboxRows, useOutboxRows } from '#web/outbox/use-rows.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import type { PartIds } from '../../queries.ts'
import { recordTimes } from '../queries.ts'
import {
  APPLIED_SENTENCE,
  type ApplyProblem,
  applyEdits,
  disputesProblem,
  failedProblem,
  keepUnanswered,
} from './apply-edits.ts'
import { type Edits, unchangedSincePress, withoutAccepted } from './edits.ts'
import { editsDraft } from './edits-draft.ts'

type ApplyArgs = {
  part: PartIds
  /** Name of the team, for messages on other screens. */
  team: string
  edits: Edits
  /** The user also wants to send the times to the planner. */
  isToSend?: boolean
}
type ApplyOutcome = { stored: Edits; disputes: readonly TimeDispute[] }
type OpenTimesheet = {
  stored: (isSendingNext: boolean) => void
  tell: (problem: ApplyProblem | undefined) => void
}

const BUSY_SENTENCE = 'Andere ändern gerade dieselben Zeiten. Bitte versuchen Sie es gleich noch einmal.'

/** Mounted timesheets, by team. */
const openTimesheets = new Map<number, OpenTimesheet>()
/**
 * Presses of „Übernehmen“ in this window, by the stamp of their outbox row. `isSendingNext`: the times are sent to
 * the planner next, and that step shows the outcome.
 */
const applyPresses = new Map<string, { isSendingNext: boolean; isStored?: boolean }>()
const outboxKeyOf = (subhappening_id: number) => `times/${subhappening_id}`
const draftForArgs = (user_id: number, { part: { subhappening_id } }: ApplyArgs) =>
  editsDraft({ user_id, subhappening_id })

outbox.define<ApplyArgs, ApplyOutcome>('times', {
  async send([{ args }], user_id) {
    const draft = draftForArgs(user_id, args)
    await draft.ready
    const due = unchangedSincePress(args.edits, draft.get())
    const done = await applyEdits(due, (changes) => recordTimes(args.part, user_id, changes))
    if (!done) throw new CallError(409, BUSY_SENTENCE)
    return done
  },
  onAccepted([{ args, stamp }], { stored, disputes }, user_id) {
    const draft = draftForArgs(user_id, args)
    draft.change((edits) => withoutAccepted(edits, stored))
    const sheet = openTimesheets.get(args.part.subhappening_id)
    const press = applyPresses.get(stamp)
    if (press) press.isStored = disputes.length === 0
    if (stored.size > 0) {
      if (sheet) sheet.stored(press?.isSendingNext === true)
      // The timesheet is not open any more.
      else toast(`${APPLIED_SENTENCE}: ${args.team}`)
    }
    showProblem(args, disputesProblem(draft.get(), disputes))
  },
  onTransientFailure([{ args }], { status }, user_id) {
    if (status !== 0 && status < 500) return
    // The server did not answer, but may have stored the changes.
    const draft = draftForArgs(user_id, args)
    draft.change((edits) => keepUnanswered(edits, args.edits))
  },
  async onRefused([row], error, owner) {
    await outbox.settle(owner, row, () => undefined)
    showProblem(
      row.args,
      failedProblem(unchangedSincePress(row.args.edits, draftForArgs(owner, row.args).get()), error.message),
    )
    return 'wait'
  },
})

function showProblem({ part, team }: ApplyArgs, problem: ApplyProblem | undefined) {
  const sheet = openTimesheets.get(part.subhappening_id)
  if (sheet) sheet.tell(problem)
  else if (problem) toast(`„${team}“: ${problem.sentence}`, { tone: 'danger' })
}

/** Registers a mounted timesheet; returns the function to unregister. */
export function registerTimesheet(subhappening_id: number, sheet: OpenTimesheet): () => void {
  openTimesheets.set(subhappening_id, sheet)
  return () => void openTimesheets.delete(subhappening_id)
}
export const isTimesheetOpen = (subhappening_id: number) => openTimesheets.has(subhappening_id)

/**
 * Sends the edits at once, even if an earlier attempt waits for its retry. Resolves with true if everything is
 * stored. `isSendingNext`: the caller sends the times to the planner afterwards.
 */
export async function applyAtOnce(
  owner: number,
  pressed: ApplyArgs,
  isSendingNext = false,
): Promise<boolean> {
  const key = outboxKeyOf(pressed.part.subhappening_id)
  const { stamp } = outbox.put<ApplyArgs>(owner, { kind: 'times', lane: key, key, args: pressed })
  const press: { isSendingNext: boolean; isStored?: boolean } = { isSendingNext }
  applyPresses.set(stamp, press)
  await outbox.retry(owner, [key])
  applyPresses.delete(stamp)
  return press.isStored === true
}

/** True while all open edits are being sent. After a later edit „Übernehmen“ can be pressed again. */
const isSendingAll = ({ args, sendState }: { args: ApplyArgs; sendState: SendState }, open: Edits) =>
  sendState.state === 'sending' && unchangedSincePress(args.edits, open).size === open.size

export const isBeingApplied = (user_id: number, subhappening_id: number, open: Edits) =>
  getOutboxRows<ApplyArgs>(user_id, 'times').some(
    (row) => row.args.part.subhappening_id === subhappening_id && isSendingAll(row, open),
  )

/** State of a team's unsent row, and the reason why it waits. */
export function useApplyStatus(
  user_id: number,
  subhappening_id: number,
  open: { edits: Edits; isKept: boolean },
) {
  const row = useOutboxRows<ApplyArgs>(user_id, 'times').find(
    ({ args }) => args.part.subhappening_id === subhappening_id,
  )
  const wait = row && outbox.waits(user_id, row.lane)
  const isLater = row?.sendState.state === 'waiting' && wait !== undefined
  const problem = isLater
    ? failedProblem(row.args.edits, wait.problem, {
        isOffline: !navigator.onLine,
        isReached: wait.status > 0,
        isOfSession: wait.isOfSession || wait.status === 401,
        isKept: open.isKept,
        isToSend: row.args.isToSend,
      })
    : undefined
  return {
    isUnderWay: row !== undefined && isSendingAll(row, open.edits),
    problem,
    /** Cancels the automatic retry. */
    withdraw: () => void (row && outbox.drop(user_id, row.key)),
  }
}
