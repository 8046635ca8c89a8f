import { useBlocker } from '@tanstack/react-router'
import { confirm } from '#web/ui/confirm.tsx'

/** Asks before changes that nothing keeps are left behind. */
export function useUnsaved(isChanged: boolean) {
  useBlocker({
    enableBeforeUnload: isChanged,
    async shouldBlockFn({ next }) {
      // A session that has ended leads to the login, whatever is open.
      if (!isChanged || next.pathname === '/login') return false
      return !(await confirm({
        title: 'Sollen die Änderungen verworfen werden?',
        children: <p>Sie haben die Liste geändert, aber nicht gespeichert.</p>,
        verb: 'Verwerfen',
        danger: true,
      }))
    },
  })
}
