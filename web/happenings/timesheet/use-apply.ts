import { useState } from 'react'
import { wallClock } from '#contract/time/plausible.ts'
import type { TimeEntry } from '#contract/times.ts'
import { Failed } from '#web/api.ts'
import { useIsAway } from '#web/shell/offline.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import { type Part, recordTimes } from '../queries.ts'
import { allEntries } from './all-entries.ts'
import { withoutLocked } from './conflicts.ts'
import { confirmDoubts } from './doubts.tsx'
import { applied, type Edits, withEdit } from './edits.ts'
import { fullNameOf } from './name-of.ts'
import { applyPlan, type Plan, planApply } from './plan-apply.ts'
import { type Doubtful, doubtsIn, type Rules } from './read-entry.ts'
import { failedTrouble, faultyTrouble, isOver, type Trouble, waitingTrouble } from './trouble.ts'
import type { OpenEdits } from './use-edits.ts'

/** The open changes, the entries they are of, and what can be done about them. */
type Look = { edits: Edits; entries: readonly TimeEntry[]; plan: Plan }

type Screen = {
  /** As they are on the screen. */
  entries: readonly TimeEntry[]
  onJump: (timeentry_id: number) => void
}

const BUSY = 'Andere ändern gerade dieselben Zeiten. Bitte versuchen Sie es gleich noch einmal.'

/**
 * Saves all open changes that can go. What others have changed in the same field waits for a decision: the server names
 * it and stores nothing, and the rest goes without it. Times that are hardly meant are asked about. What goes wrong stays
 * in sight; what a row already shows to be locked is no news.
 */
export function useApply(part: Part, rules: Rules, open: OpenEdits, { entries: known, onJump }: Screen) {
  const [isApplying, setIsApplying] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()

  const away = useIsAway()
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

  const look = async (): Promise<Look> => {
    const edits = withoutLocked(open.present(), latest.current)
    const entries = await entriesNow()
    return { edits, entries, plan: planApply(edits, entries, rules) }
  }

  /** Answers what is left. */
  const save = async ({ edits, entries }: Look): Promise<Look> => {
    const done = await applyPlan(edits, { entries, rules }, (changes) => recordTimes(part, changes))
    if (!done) throw new Failed(409, BUSY)
    if (done.stored.size > 0) {
      open.change((edits) => applied(edits, done.stored))
      open.forgetSteps()
      toast('Änderungen übernommen')
    }
    return { edits, entries: done.entries, plan: done.plan }
  }

  /** What has to be mended before anything is saved. */
  const faultIn = ({ edits, entries, plan }: Look): Trouble | undefined => {
    const [wrong] = plan.faulty
    const entry = entries.find(({ id }) => id === wrong)
    return entry && faultyTrouble(edits, entry.id, fullNameOf(entry))
  }

  const doubtsOf = ({ entries, plan }: Look) => doubtsIn(plan.send, entries, rules, wallClock(rules.zone))

  /** Answers whether all open changes are saved. With a question where times may not be meant, unless that was asked. */
  const run = async (isAsked: boolean): Promise<boolean> => {
    const found = await look()
    const fault = faultIn(found)
    const doubts = isAsked || fault ? [] : doubtsOf(found)
    if (doubts.length > 0 && !(await confirmDoubts(doubts, onJump))) return false
    const left = fault ? found : await save(found)
    const trouble = faultIn(left) ?? waitingTrouble(left.edits, left.plan)
    tell(trouble)
    return trouble === undefined
  }

  const apply = async (isAsked: boolean): Promise<boolean> => {
    if (isApplying) return false
    if (withoutLocked(open.present(), latest.current).size === 0) return true
    setIsApplying(true)
    setTrouble(undefined)
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
      const found = await look()
      const fault = faultIn(found)
      tell(fault)
      return fault ? undefined : doubtsOf(found)
    } catch (error) {
      failed(error)
      return undefined
    }
  }

  function failed(error: unknown) {
    if (!(error instanceof Failed)) throw error
    const { status, message } = error
    const how = { isOffline: !navigator.onLine, isReached: status > 0, isKept: open.isKept }
    tell(failedTrouble(open.present(), message, how))
  }

  const tell = (found: Trouble | undefined) => {
    setTrouble(found)
    if (found?.way === 'show') show(found)
  }
  const show = ({ edits }: Trouble) => onJump([...edits.keys()][0] as number)
  const drop = ({ edits }: Trouble) =>
    open.change((all) => [...edits.keys()].reduce((left, id) => withEdit(left, id, undefined), all))

  const present = trouble && !isOver(trouble, open.edits) ? trouble : undefined
  return {
    isApplying,
    apply: () => void apply(false),
    /** The question was asked with another one. */
    applyAsked: () => apply(true),
    doubts,
    /** What keeps the changes from being applied, and the way on. */
    news: present && {
      tone: 'danger' as const,
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
