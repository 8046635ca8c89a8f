// Applied changes on their way to the server: a row of the outbox for each team, exactly as it was pressed. Later changes
// wait for a press of their own, and where others have changed the same, somebody has to decide in the sheet. The
// outcome is said in the sheet where it is open, and else wherever they are in the app.
import type { TimeDispute } from '#contract/times.ts'
import { Failed } from '#web/api.ts'
import { outbox } from '#web/outbox/browser.ts'
import type { Standing } from '#web/outbox/outbox.ts'
import { rowsOf, useRows } from '#web/outbox/use-rows.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import type { Part } from '../../queries.ts'
import { recordTimes } from '../queries.ts'
import {
  APPLIED,
  applyEdits,
  failedTrouble,
  leftUnanswered,
  type Trouble,
  waitingTrouble,
} from './apply-edits.ts'
import { applied, type Edits, stillAsPressed } from './edits.ts'
import { editsDraft } from './edits-draft.ts'

type Pressed = {
  part: Part
  /** Its name, where nothing else of it is in sight. */
  team: string
  edits: Edits
  /** Pressed for together with a sending. */
  isToSend?: boolean
}
type Applied = { stored: Edits; disputes: readonly TimeDispute[] }
type Sheet = { stored: (isFollowed: boolean) => void; tell: (trouble: Trouble | undefined) => void }

const BUSY = 'Andere ändern gerade dieselben Zeiten. Bitte versuchen Sie es gleich noch einmal.'

/** The sheets on the screen, by team. */
const sheets = new Map<number, Sheet>()
/** Presses of this window, by the stamp of their row. `isFollowed`: a sending waits for it, and says all that is to be said. */
const presses = new Map<string, { isFollowed: boolean; isStored?: boolean }>()
const keyOf = (subhappening_id: number) => `times/${subhappening_id}`
const draftOf = (user_id: number, { part: { subhappening_id } }: Pressed) =>
  editsDraft({ user_id, subhappening_id })

export const appliedTimes = outbox.define<Pressed, Applied>('times', {
  async send([{ args }], user_id) {
    const draft = draftOf(user_id, args)
    await draft.ready
    const due = stillAsPressed(args.edits, draft.get())
    const done = await applyEdits(due, (changes) => recordTimes(args.part, user_id, changes))
    if (!done) throw new Failed(409, BUSY)
    return done
  },
  taken([{ args, stamp }], { stored, disputes }, user_id) {
    const draft = draftOf(user_id, args)
    draft.change((edits) => applied(edits, stored))
    const sheet = sheets.get(args.part.subhappening_id)
    const press = presses.get(stamp)
    if (press) press.isStored = disputes.length === 0
    if (stored.size > 0) {
      if (sheet) sheet.stored(press?.isFollowed === true)
      // Said wherever somebody is by now.
      else toast(`${APPLIED}: ${args.team}`)
    }
    tell(args, waitingTrouble(draft.get(), disputes))
  },
  missed([{ args }], { status }, user_id) {
    if (status !== 0 && status < 500) return
    // Where nobody answered, or something between did, it may be stored all the same.
    const draft = draftOf(user_id, args)
    draft.change((edits) => leftUnanswered(edits, args.edits))
  },
  async refused([row], error, owner) {
    await outbox.settle(owner, row, () => undefined)
    tell(
      row.args,
      failedTrouble(stillAsPressed(row.args.edits, draftOf(owner, row.args).get()), error.message),
    )
    return 'wait'
  },
})

function tell({ part, team }: Pressed, trouble: Trouble | undefined) {
  const sheet = sheets.get(part.subhappening_id)
  if (sheet) sheet.tell(trouble)
  else if (trouble) toast(`„${team}“: ${trouble.sentence}`, { tone: 'danger' })
}

/** The sheet is on the screen until the returned function is called. */
export function showSheet(subhappening_id: number, sheet: Sheet): () => void {
  sheets.set(subhappening_id, sheet)
  return () => void sheets.delete(subhappening_id)
}
export const isSheetOpen = (subhappening_id: number) => sheets.has(subhappening_id)

/**
 * Goes at once, whatever an earlier press waits for. Answers whether all of it is stored by then. `isFollowed`: a
 * sending waits for that.
 */
export async function applyPressed(owner: number, pressed: Pressed, isFollowed = false): Promise<boolean> {
  const key = keyOf(pressed.part.subhappening_id)
  const { stamp } = outbox.put<Pressed>(owner, { kind: 'times', lane: key, key, args: pressed })
  const press: { isFollowed: boolean; isStored?: boolean } = { isFollowed }
  presses.set(stamp, press)
  await outbox.retry(owner, [key])
  presses.delete(stamp)
  return press.isStored === true
}

/** Just what is open: whoever has changed something since may press again. */
const isOnItsWay = ({ args, standing }: { args: Pressed; standing: Standing }, open: Edits) =>
  standing.state === 'sending' && stillAsPressed(args.edits, open).size === open.size

export const isBeingApplied = (user_id: number, subhappening_id: number, open: Edits) =>
  rowsOf<Pressed>(user_id, 'times').some(
    (row) => row.args.part.subhappening_id === subhappening_id && isOnItsWay(row, open),
  )

/** The row of a team that is not stored yet, and why it waits. */
export function useApplying(
  user_id: number,
  subhappening_id: number,
  open: { edits: Edits; isKept: boolean },
) {
  const row = useRows<Pressed>(user_id, 'times').find(
    ({ args }) => args.part.subhappening_id === subhappening_id,
  )
  const wait = row && outbox.waits(user_id, row.lane)
  const isLater = row?.standing.state === 'waiting' && wait !== undefined
  const trouble = isLater
    ? failedTrouble(row.args.edits, wait.problem, {
        isOffline: !navigator.onLine,
        isReached: wait.status > 0,
        isOfSession: wait.isOfSession || wait.status === 401,
        isKept: open.isKept,
        isToSend: row.args.isToSend,
      })
    : undefined
  return {
    isUnderWay: row !== undefined && isOnItsWay(row, open.edits),
    trouble,
    /** Not to go by itself after all. */
    withdraw: () => void (row && outbox.drop(user_id, row.key)),
  }
}
