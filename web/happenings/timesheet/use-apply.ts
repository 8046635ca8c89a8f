import { useState } from 'react'
import { Failed } from '#web/api.ts'
import { useIsAway } from '#web/shell/offline.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type Part, recordTimes } from '../queries.ts'
import { allEntries } from './all-entries.ts'
import { applied, changeOf, settle, withEdit } from './edits.ts'
import { nameOf } from './name-of.ts'
import { planApply } from './plan-apply.ts'
import { failedTrouble, faultyTrouble, isOver, type Trouble, waitingTrouble } from './trouble.ts'
import type { OpenEdits } from './use-edits.ts'

/**
 * Saves all open changes, all or none of those that can go. What others have changed in the same place waits for a
 * decision: therefore everything is read afresh first. What goes wrong stays in sight.
 */
export function useApply(
  part: Part,
  zone: string,
  open: OpenEdits,
  onTrouble: (timeentry_id: number) => void,
) {
  const [isApplying, setIsApplying] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()

  const away = useIsAway()
  const [wasAway, setWasAway] = useState(away)
  if (away !== wasAway) {
    setWasAway(away)
    if (!away && trouble?.isUnreached) setTrouble(undefined)
  }

  const run = async (): Promise<Trouble | undefined> => {
    const entries = await allEntries(part)
    open.change((edits) => settle(edits, entries))
    const plan = planApply(open.present(), entries, zone)
    const { send, faulty } = plan
    const [wrong] = faulty
    if (wrong !== undefined) {
      const who = entries.find(({ id }) => id === wrong)
      return faultyTrouble(open.present(), wrong, who ? nameOf(who) : `Eintrag ${wrong}`)
    }
    if (send.size > 0) {
      await recordTimes(
        part,
        [...send].map(([id, edit]) => changeOf(id, edit)),
      )
      open.change((edits) => applied(edits, send))
      open.forgetSteps()
      toast('Änderungen übernommen')
    }
    return waitingTrouble(open.present(), plan)
  }

  const apply = async () => {
    if (isApplying || open.present().size === 0) return
    setIsApplying(true)
    setTrouble(undefined)
    try {
      tell(await run())
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      const { status, message } = error
      const how = { isOffline: !navigator.onLine, isReached: status > 0, isKept: open.isKept }
      tell(failedTrouble(open.present(), message, how))
    } finally {
      setIsApplying(false)
    }
  }

  const tell = (found: Trouble | undefined) => {
    setTrouble(found)
    if (found?.way === 'show') show(found)
  }
  const show = ({ edits }: Trouble) => onTrouble([...edits.keys()][0] as number)
  const drop = ({ edits }: Trouble) =>
    open.change((all) => [...edits.keys()].reduce((left, id) => withEdit(left, id, undefined), all))

  const present = trouble && !isOver(trouble, open.edits) ? trouble : undefined
  return {
    isApplying,
    apply: () => void apply(),
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
