import { useEffect, useRef, useState } from 'react'
import { wallClock } from '#contract/time/plausible.ts'
import type { TimeEntry } from '#contract/times.ts'
import { Failed } from '#web/api.ts'
import { useIsFailing } from '#web/shell/use-away.ts'
import { toast } from '#web/ui/toast.tsx'
import { TOAST_MS } from '#web/ui/toast-store.ts'
import { useLatest } from '#web/ui/use-latest.ts'
import type { Part } from '../queries.ts'
import { applyEdits, failedTrouble, findFault, isOver, type Trouble, waitingTrouble } from './apply-edits.ts'
import { applied, type Edits, withEdit, withoutLocked } from './edits.ts'
import type { confirmDoubts } from './hints.tsx'
import { isOwed, noLongerOwed, owe } from './kept-edits.ts'
import { allEntries, recordTimes } from './queries.ts'
import { type Doubtful, doubtsIn, type Rules } from './read-entry.ts'
import type { OpenEdits } from './use-edits.tsx'

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
const BUSY = 'Andere ändern gerade dieselben Zeiten. Bitte versuchen Sie es gleich noch einmal.'

/**
 * Saves all open changes that can go. What others have changed in the same field waits for a decision: the server names
 * it, by whom and when. Times that are hardly meant are asked about. What goes wrong stays in sight; what a row already
 * shows to be locked is no news.
 */
export function useApply(part: Part, rules: Rules, open: OpenEdits, screen: Screen) {
  const { entries: known, onJump, isSaidBelow, team } = screen
  const { user_id, subhappening_id } = open.whose
  const [isApplying, setIsApplying] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const owed = useRef(false)
  /** What was asked about, if anything had to be. */
  const answered = useRef<Edits>(undefined)
  const [isDone, sayDone] = useForAWhile()

  const away = useIsFailing()
  const [wasAway, setWasAway] = useState(away)
  if (away !== wasAway) {
    setWasAway(away)
    if (!away && trouble?.isUnreached) setTrouble(undefined)
  }

  const latest = useLatest(known)
  /** Those on the screen; all of them where an open change is of another one. */
  const entriesNow = () => {
    const shown = new Set(latest.current.map(({ id }) => id))
    return [...open.present().keys()].every((id) => shown.has(id)) ? latest.current : allEntries(part)
  }

  /** The open changes that can go, what has to be mended before, and what has to be asked about. */
  const look = async () => {
    const entries = await entriesNow()
    // What is locked in a row is over. What has been locked on another page the server will say.
    const edits = withoutLocked(open.present(), latest.current)
    const unlocked = withoutLocked(edits, entries)
    const fault = findFault(unlocked, entries, rules)
    const doubts = fault ? [] : doubtsIn(unlocked, entries, rules, wallClock(rules.zone))
    return { edits, fault, doubts }
  }

  /** Answers why some are left. */
  const save = async (edits: Edits, isSent: boolean): Promise<Trouble | undefined> => {
    const done = await applyEdits(edits, (changes) => recordTimes(part, changes))
    if (!done) throw new Failed(409, BUSY)
    if (done.stored.size > 0) {
      open.change((edits) => applied(edits, done.stored))
      open.forgetSteps()
      // The sending that follows says so itself; two messages would cover what the sheet says of it.
      if (!isSent && isSaidBelow) sayDone()
      else if (!isSent) toast(APPLIED)
    }
    return waitingTrouble(edits, done.disputes)
  }

  /** Answers whether all open changes are saved. With a question where times may not be meant, unless that was asked. */
  const run = async (isAsked: boolean): Promise<boolean> => {
    const { edits, fault, doubts } = await look()
    if (!isAsked && doubts.length > 0 && !(await confirmed(doubts, onJump))) return false
    answered.current = fault ? undefined : edits
    const trouble = fault ?? (await save(edits, isAsked))
    void noLongerOwed(open.whose)
    tell(trouble)
    return trouble === undefined
  }

  const apply = async (isAsked: boolean): Promise<boolean> => {
    if (isApplying) return false
    if (withoutLocked(open.present(), latest.current).size === 0) return true
    setIsApplying(true)
    setTrouble(undefined)
    answered.current = undefined
    try {
      return await run(isAsked)
    } catch (error) {
      failed(error)
      return false
    } finally {
      setIsApplying(false)
    }
  }

  /** What a sending after it would have to ask about; undefined where nothing can be saved before something is mended. */
  const doubts = async (): Promise<Doubtful[] | undefined> => {
    try {
      const { fault, doubts } = await look()
      tell(fault)
      return fault ? undefined : doubts
    } catch (error) {
      failed(error)
      return undefined
    }
  }

  function failed(error: unknown) {
    if (!(error instanceof Failed)) throw error
    const { status, message } = error
    const how = { isOffline: !navigator.onLine, isReached: status > 0, isKept: open.isKept }
    owed.current = !how.isReached
    const edits = answered.current
    const isOwed = owed.current && edits !== undefined
    if (isOwed) void owe(open.whose, { part, team, edits })
    tell(failedTrouble(open.present(), message, { ...how, isOwed }))
  }

  const tell = (found: Trouble | undefined) => {
    setTrouble(found)
    if (found?.way === 'show') show(found)
  }
  const show = ({ edits }: Trouble) => onJump([...edits.keys()][0] as number)
  const drop = ({ edits }: Trouble) =>
    open.change((all) => [...edits.keys()].reduce((left, id) => withEdit(left, id, undefined), all))

  // What was pressed out of reach is done once there is a way, also where that was in an earlier visit.
  const goOn = useLatest(() => void apply(false))
  const awayNow = useLatest(away)
  useEffect(() => {
    const takeUp = async () => {
      if (!(await isOwed({ user_id, subhappening_id }))) return
      owed.current = true
      if (!awayNow.current) goOn.current()
    }
    void takeUp()
  }, [user_id, subhappening_id, goOn, awayNow])
  useEffect(() => {
    if (away || !owed.current) return
    owed.current = false
    goOn.current()
  }, [away, goOn])

  const present = trouble && !isOver(trouble, open.edits) ? trouble : undefined
  return {
    isApplying,
    apply: () => void apply(false),
    /** The question was asked with another one. */
    applyAsked: () => apply(true),
    doubts,
    /** Just now, and without a message of its own. */
    isDone,
    /** What keeps the changes from being applied, and the way on. */
    news: present && {
      // Out of reach nothing is lost, and nobody has refused anything.
      tone: present.isUnreached ? ('info' as const) : ('danger' as const),
      text: present.sentence,
      action:
        present.way === 'show'
          ? { text: 'Zeigen', act: () => show(present) }
          : present.way === 'drop'
            ? { text: 'Verwerfen', act: () => drop(present) }
            : undefined,
    },
  }
}

/** Seldom asked: the question comes when it is. */
async function confirmed(...about: Parameters<typeof confirmDoubts>) {
  return (await import('./hints.tsx')).confirmDoubts(...about)
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
