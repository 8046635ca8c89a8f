/** The one guard before unsaved work is left behind. */
import { useBlocker, useRouter } from '@tanstack/react-router'

type Leaving = {
  /** Whether somebody may go to another screen; may ask them, or tell them that something stays behind. */
  mayLeave: () => boolean | Promise<boolean>
  /** Whether the window may be closed; if not, the browser asks in its own words. */
  mayClose: () => boolean
}

/** A session that has ended leads to the login, whatever is open: what is kept is found again afterwards. */
export function useLeaving({ mayLeave, mayClose }: Leaving) {
  const router = useRouter()
  useBlocker({
    enableBeforeUnload: () => !mayClose(),
    async shouldBlockFn({ current, next }) {
      if (next.pathname === current.pathname || next.pathname === '/login') return false
      // Another screen is on its way: asked once more, the question would go with this one, and the press with it.
      if (current.pathname !== router.state.resolvedLocation?.pathname) return false
      return !(await mayLeave())
    },
  })
}
