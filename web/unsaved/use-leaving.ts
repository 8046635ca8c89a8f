// The one guard before unsaved work is left behind.
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLatest } from '#web/ui/use-latest.ts'

type Leaving = {
  /** Whether somebody may go to another screen; may ask them, or tell them that something stays behind. */
  mayLeave: () => boolean | Promise<boolean>
  /** Whether the window may be closed; if not, the browser asks in its own words. */
  mayClose: () => boolean
}

/**
 * A session that has ended leads to the login, whatever is open: what is kept is found again afterwards. Straight
 * from the history: the router's own hook for it can do much more, and weighs a kilobyte.
 */
export function useLeaving(leaving: Leaving) {
  const latest = useLatest(leaving)
  const router = useRouter()
  useEffect(
    () =>
      router.history.block({
        enableBeforeUnload: () => !latest.current.mayClose(),
        async blockerFn({ currentLocation, nextLocation }) {
          const [current, next] = [currentLocation, nextLocation].map(
            (location) => router.parseLocation(location).pathname,
          )
          if (next === current || next === '/login') return false
          // Another screen is on its way: asked once more, the question would go with this one, and the press with it.
          if (current !== router.state.resolvedLocation?.pathname) return false
          return !(await latest.current.mayLeave())
        },
      }),
    [router, latest],
  )
}
