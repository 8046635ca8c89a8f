import { useEffect, useState } from 'react'
import { wallClock } from '#contract/time/plausible.ts'
import type { TimeEntry } from '#contract/times.ts'
import { Failed } from '#web/api.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { TOAST_MS } from '#web/ui/toast/toast-store.ts'
import { useLatest } from '#web/ui/use-latest.ts'
import type { Part } from '../../queries.ts'
import { allEntries } from '../queries.ts'
import { confirmDoubts } from '../sending/hints.tsx'
import { failedTrouble, findFault, isOver, type Trouble } from './apply-edits.ts'
import { applyPressed, isBeingApplied, isSheetOpen, showSheet, useApplying } from './applying.ts'
import { type Edits, withEdit, withoutLocked } from './edits.ts'
import { type Doubtful, doubtsIn, type Rules } from './read-entry.ts'
import type { OpenEdits } from './use-edits.ts'

type Screen = {
  /** Its name, where nothing else of it is in sight. */
  team: string
  /** As they are on the screen. */
  entries: readonly TimeEntry[]
  onJump: (timeentry_id: number) => void
  /** The bar below says what went well: there a message would cover the team. */
  isSaidBelow: boolean
}

export const APPLIED = 'Änderungen übernommen'
const STILL_APPLYING = 'Ihre Änderungen werden gerade übernommen. Bitte versuchen Sie es gleich noch einmal.'

/**
 * Saves all open changes that can go. What others have changed in the same field waits for a decision: the server names
 * it, by whom and when. Times that are hardly meant are asked about. What goes wrong stays in sight; what a row already
 * shows to be locked is no news.
 */
export function useApply(part: Part, rules: Rules, open: OpenEdits, screen: Screen) {
  const { entries: known, onJump, isSaidBelow, team } = screen
  const { user_id, subhappening_id } = open.whose
  const [isLooking, setIsLooking] = useState(false)
  const [told, setTold] = useState<Trouble>()
  const [isDone, sayDone] = useForAWhile()
  const { isUnderWay, trouble: waiting, withdraw } = useApplying(user_id, subhappening_id, open)
  const isApplying = isLooking || isUnderWay

  const show = ({ edits }: Trouble) => onJump([...edits.keys()][0] as number)
  const tell = (found: Trouble | undefined) => {
    setTold(found)
    if (found?.way === 'show') show(found)
  }
  const stored = (isFollowed: boolean) => {
    open.forgetSteps()
    // The sending that follows says so itself; two messages would cover what the sheet says of it.
    if (isFollowed) return
    if (isSaidBelow) sayDone()
    else toast(APPLIED)
  }
  const sheet = useLatest({ stored, tell })
  useEffect(
    () =>
      showSheet(subhappening_id, {
        stored: (isFollowed) => sheet.current.stored(isFollowed),
        tell: (found) => sheet.current.tell(found),
      }),
    [subhappening_id, sheet],
  )

  const latest = useLatest(known)
  /** Those on the screen; all of them where an open change is of another one. */
  const entriesNow = (pressed: Edits) => {
    const shown = new Set(latest.current.map(({ id }) => id))
    return [...pressed.keys()].every((id) => shown.has(id)) ? latest.current : allEntries(part)
  }

  /** The changes that can go, and what has to be asked about them; undefined where something has to be mended first. */
  const look = async (): Promise<{ edits: Edits; doubts: readonly Doubtful[] } | undefined> => {
    const pressed = open.present()
    setTold(undefined)
    setIsLooking(true)
    try {
      const entries = await entriesNow(pressed)
      // What is locked in a row is over. What has been locked on another page the server will say.
      const edits = withoutLocked(pressed, latest.current)
      const unlocked = withoutLocked(edits, entries)
      const fault = findFault(unlocked, entries, rules)
      tell(fault)
      return fault ? undefined : { edits, doubts: doubtsIn(unlocked, entries, rules, wallClock(rules.zone)) }
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      tell(failedTrouble(pressed, error.message))
      return undefined
    } finally {
      setIsLooking(false)
    }
  }

  const begin = async (isToSend: boolean) => {
    if (isApplying || withoutLocked(open.present(), latest.current).size === 0) return
    const found = await look()
    if (!found || !isSheetOpen(subhappening_id)) return
    if (found.doubts.length > 0 && !(await confirmDoubts(found.doubts, onJump))) return
    void applyPressed(user_id, { part, team, edits: found.edits, ...(isToSend && { isToSend }) })
  }

  const drop = ({ edits }: Trouble) =>
    open.change((all) => [...edits.keys()].reduce((left, id) => withEdit(left, id, undefined), all))
  const wayOn = (present: Trouble) => {
    if (present.way === 'show') return { text: 'Zeigen', act: () => show(present) }
    if (present.way === 'drop') return { text: 'Verwerfen', act: () => drop(present) }
    return present.way && { text: 'Doch nicht übernehmen', act: withdraw }
  }
  const isNews = (found: Trouble | undefined) =>
    found && !isOver(found, open.edits) && withoutLocked(found.edits, known).size > 0
  const present = [waiting, told].find(isNews)
  return {
    isApplying,
    apply: () => void begin(false),
    /** Where nobody can be reached: the sending that was pressed for as well has to be pressed for again. */
    applyFirst: () => void begin(true),
    /** The question was asked with another one, and tells what keeps it from beginning. */
    applyAsked: async () => {
      const present = open.present()
      if (isBeingApplied(user_id, subhappening_id, present)) throw new Failed(409, STILL_APPLYING)
      const edits = withoutLocked(present, latest.current)
      return edits.size === 0 || applyPressed(user_id, { part, team, edits, isToSend: true }, true)
    },
    /** What a sending after it would have to ask about; undefined where something has to be mended before. */
    doubts: async () => (await look())?.doubts,
    /** Just now, and without a message of its own. */
    isDone,
    /** What keeps the changes from being applied, and the way on. */
    news: present && {
      tone: present.isUnreached ? ('info' as const) : ('danger' as const),
      text: present.sentence,
      action: wayOn(present),
    },
  }
}

/** True for as long as a message would stand there. */
function useForAWhile(): [isSo: boolean, begin: () => void] {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (since === undefined) return undefined
    const timer = setTimeout(setSince, TOAST_MS, undefined)
    return () => clearTimeout(timer)
  }, [since])
  return [since !== undefined, () => setSince(Date.now())]
}
