import { useBlocker } from '@tanstack/react-router'
import { confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { OpenEdits } from './use-edits.ts'

/** Open changes wait here until somebody comes back: that is said. Only what would be lost is worth a question. */
export function useLeaving({ edits, isKept }: OpenEdits) {
  const isLost = edits.size > 0 && !isKept
  useBlocker({
    enableBeforeUnload: isLost,
    async shouldBlockFn({ current, next }) {
      if (edits.size === 0 || current.pathname === next.pathname || next.pathname === '/login') return false
      if (isLost)
        return !(await confirm({
          title: 'Sollen die Änderungen verworfen werden?',
          children: <p>Dieser Browser hebt nichts auf. Was nicht übernommen ist, geht verloren.</p>,
          verb: 'Verwerfen',
          danger: true,
        }))
      toast(
        edits.size === 1
          ? 'Eine Änderung ist noch nicht übernommen. Sie bleibt auf diesem Gerät.'
          : `${edits.size} Änderungen sind noch nicht übernommen. Sie bleiben auf diesem Gerät.`,
        { tone: 'info' },
      )
      return false
    },
  })
}
