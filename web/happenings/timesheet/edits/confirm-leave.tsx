import { confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import type { Edits } from './edits.ts'
import { settleTyped } from './settle-typed.ts'

/** Open changes wait here until somebody comes back: that is said. Only what would be lost is worth a question. */
export function confirmLeave(present: () => Edits, isKept: boolean): boolean | Promise<boolean> {
  settleTyped()
  const count = present().size
  if (count === 0) return true
  if (!isKept)
    return confirm({
      title: 'Sollen die Änderungen verworfen werden?',
      children: <p>Dieser Browser hebt nichts auf. Was nicht übernommen ist, geht verloren.</p>,
      verb: 'Verwerfen',
      danger: true,
    })
  toast(
    count === 1
      ? 'Ein Eintrag ist noch nicht übernommen. Er bleibt auf diesem Gerät.'
      : `${count} Einträge sind noch nicht übernommen. Sie bleiben auf diesem Gerät.`,
    { tone: 'info' },
  )
  return true
}
