import { useState } from 'react'
import { Failed } from '#web/api.ts'
import { formatNumber } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.tsx'
import { type Part, recordTimes } from '../queries.ts'
import { allEntries } from './all-entries.ts'
import { applied, changeOf, settle } from './edits.ts'
import { nameOf } from './name-of.ts'
import { planApply } from './plan-apply.ts'
import type { OpenEdits } from './use-edits.ts'

const FAILED = 'Fehler beim Übernehmen der Änderungen'

/**
 * Saves all open changes, all or none of those that can go. What others have changed in the same place waits for a
 * decision: therefore everything is read afresh first.
 */
export function useApply(
  part: Part,
  zone: string,
  open: OpenEdits,
  onTrouble: (timeentry_id: number) => void,
) {
  const [isApplying, setIsApplying] = useState(false)
  const [problem, setProblem] = useState<string>()

  const run = async () => {
    const entries = await allEntries(part)
    open.change((edits) => settle(edits, entries))
    const { send, faulty, disputed, gone } = planApply(open.present(), entries, zone)
    const [wrong] = faulty
    if (wrong !== undefined) {
      const who = entries.find(({ id }) => id === wrong)
      setProblem(`${FAILED}: Bitte verbessern Sie zuerst die Zeiten von „${who ? nameOf(who) : wrong}“.`)
      onTrouble(wrong)
      return
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
    setProblem(waitingSentence(disputed.length, gone.length))
    if (disputed[0] !== undefined) onTrouble(disputed[0])
  }

  const apply = async () => {
    if (isApplying || open.present().size === 0) return
    setIsApplying(true)
    setProblem(undefined)
    try {
      await run()
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      toast(FAILED, { tone: 'danger' })
      setProblem(`${FAILED}: ${error.message}${error.status === 0 ? stays(open) : ''}`)
    } finally {
      setIsApplying(false)
    }
  }
  return { isApplying, problem, apply: () => void apply() }
}

const stays = (open: OpenEdits) =>
  open.isKept ? ' Ihre Änderungen bleiben auf diesem Gerät, bis Sie sie übernehmen.' : ''

function waitingSentence(disputed: number, gone: number): string | undefined {
  if (disputed > 0)
    return `${counted(disputed)} nicht übernommen: Andere haben inzwischen dasselbe geändert. Bitte entscheiden Sie an der Zeile.`
  if (gone > 0)
    return `${counted(gone)} nicht übernommen: Die Personalplanung hat die Zeiteinträge entfernt. Sie können die Änderungen verwerfen.`
  return undefined
}

const counted = (count: number) =>
  count === 1 ? 'Eine Änderung wurde' : `${formatNumber(count)} Änderungen wurden`
