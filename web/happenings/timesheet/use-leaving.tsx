import { useBlocker } from '@tanstack/react-router'
import { confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { settleTyped } from './settle-typed.ts'
import type { OpenEdits } from './use-edits.ts'

/** Open changes wait here until somebody comes back: that is said. Only what would be lost is worth a question. */
export function useLeaving({ edits, isKept, present }: OpenEdits) {
  useBlocker({
    enableBeforeUnload: edits.size > 0 && !isKept,
    async shouldBlockFn({ current, next }) {
      if (current.pathname === next.pathname || next.pathname === '/login') return false
      settleTyped()
      const count = present().size
      if (count === 0) return false
      if (!isKept)
        return !(await confirm({
          title: 'Sollen die Änderungen verworfen werden?',
          children: <p>Dieser Browser hebt nichts auf. Was nicht übernommen ist, geht verloren.</p>,
          verb: 'Verwerfen',
          danger: true,
        }))
      toast(
        count === 1
          ? 'Ein Eintrag ist noch nicht übernommen. Er bleibt auf diesem Gerät.'
          : `${count} Einträge sind noch nicht übernommen. Sie bleiben auf diesem Gerät.`,
        { tone: 'info' },
      )
      return false
    },
  })
}
