import { useState } from 'react'
import type { TimeEntry } from '#contract/happenings.ts'
import { wallClock } from '#contract/time/plausible.ts'
import { Failed } from '#web/api.ts'
import { useIsAway } from '#web/shell/offline.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type Part, recordTimes } from '../queries.ts'
import { allEntries } from './all-entries.ts'
import { withoutLocked } from './conflicts.ts'
import { confirmDoubts } from './doubts.tsx'
import { applied, changeOf, settle, withEdit } from './edits.ts'
import { fullNameOf } from './name-of.ts'
import { type Plan, planApply } from './plan-apply.ts'
import { type Doubtful, doubtsIn, type Rules } from './read-entry.ts'
import { failedTrouble, faultyTrouble, isOver, type Trouble, waitingTrouble } from './trouble.ts'
import type { OpenEdits } from './use-edits.ts'

type Screen = {
  /** As they are on the screen. */
  entries: readonly TimeEntry[]
  onJump: (timeentry_id: number) => void
}

/**
 * Saves all open changes, all or none of those that can go. What others have changed in the same place waits for a
 * decision: therefore everything is read afresh first. Times that are hardly meant are asked about. What goes wrong
 * stays in sight; what a row already tells to be locked is no news.
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

  /** What can go, as fresh as can be; a trouble where something has to be mended first. */
  const look = async (): Promise<{ entries: readonly TimeEntry[]; plan: Plan; trouble?: Trouble }> => {
    const entries = await allEntries(part)
    open.change((edits) => settle(edits, entries))
    const plan = planApply(withoutLocked(open.present(), known), entries, rules)
    const [wrong] = plan.faulty
    if (wrong === undefined) return { entries, plan }
    const who = entries.find(({ id }) => id === wrong)
    return {
      entries,
      plan,
      trouble: faultyTrouble(open.present(), wrong, who ? fullNameOf(who) : `Eintrag ${wrong}`),
    }
  }

  const save = async ({ send }: Plan) => {
    if (send.size === 0) return
    await recordTimes(
      part,
      [...send].map(([id, edit]) => changeOf(id, edit)),
    )
    open.change((edits) => applied(edits, send))
    open.forgetSteps()
    toast('Änderungen übernommen')
  }

  const doubtsOf = ({ entries, plan }: { entries: readonly TimeEntry[]; plan: Plan }) =>
    doubtsIn(plan.send, entries, rules, wallClock(rules.zone))

  /** Answers whether all open changes are saved. With a question where times may not be meant, unless that was asked. */
  const run = async (isAsked: boolean): Promise<boolean> => {
    const found = await look()
    const doubts = isAsked || found.trouble ? [] : doubtsOf(found)
    if (doubts.length > 0 && !(await confirmDoubts(doubts, onJump))) return false
    if (!found.trouble) await save(found.plan)
    const trouble = found.trouble ?? waitingTrouble(open.present(), found.plan)
    tell(trouble)
    return trouble === undefined
  }

  const apply = async (isAsked: boolean): Promise<boolean> => {
    if (isApplying) return false
    if (withoutLocked(open.present(), known).size === 0) return true
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
      tell(found.trouble)
      return found.trouble ? undefined : doubtsOf(found)
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
