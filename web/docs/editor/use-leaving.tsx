import { useBlocker } from '@tanstack/react-router'
import { confirm } from '#web/ui/confirm.tsx'
import type { Desk } from './desk.ts'
import type { Keeping } from './use-keeping.ts'

/** Asks before unsaved changes are left behind, even though they are kept. */
export function useLeaving(desk: Desk, keeping: Keeping) {
  useBlocker({
    enableBeforeUnload: () => {
      keeping.flush()
      return desk.isChanged()
    },
    async shouldBlockFn({ current, next }) {
      // A session that has ended leads to the login, whatever is open; back here everything is found again.
      const stays = next.pathname === current.pathname || next.pathname === '/login'
      if (stays || !desk.isChanged()) return false
      keeping.flush()
      const leaves = await confirm({
        title: 'Den Prozess verlassen, ohne zu speichern?',
        children: <p>Ihre Änderungen bleiben in diesem Browser aufgehoben, bis Sie sich abmelden.</p>,
        verb: 'Verlassen',
      })
      return !leaves
    },
  })
}
