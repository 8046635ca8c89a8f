// The single guard before leaving a screen or window with unsaved work.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

type LeaveGuard = {
  /** True lets the navigation proceed; may ask or inform the person. */
  confirmLeave: () => boolean | Promise<boolean>
  /** True if closing the window would lose something: the browser then asks first (beforeunload). */
  wouldLose: () => boolean
}

/**
 * Asks before the screen or window is left. Not when an expired session leads to the login: stored work is
 * found again later.
 */
export function useLeaveGuard(leaving: LeaveGuard) {
  const wouldLose = useEffectEvent(leaving.wouldLose)
  const confirmLeave = useEffectEvent(leaving.confirmLeave)
  const router = useRouter()
  useEffect(
    () =>
      router.history.block({
        enableBeforeUnload: () => wouldLose(),
        async blockerFn({ currentLocation, nextLocation }) {
          const [current, next] = [currentLocation, nextLocation].map(
            (location) => router.parseLocation(location).pathname,
          )
          if (next === current || next === '/login') return false
          // Not blocked: an earlier navigation is still running, and a prompt would disappear with the screen.
          if (current !== router.state.resolvedLocation?.pathname) return false
          return !(await confirmLeave())
        },
      }),
    [router],
  )
}

let pendingChanges = 0
const preventUnload = (event: Event) => event.preventDefault()

/** The browser asks before it closes the window while `work`, the request of an optimistic change, is running. */
export function guardWindow<T>(work: Promise<T>): Promise<T> {
  if (pendingChanges++ === 0) addEventListener('beforeunload', preventUnload)
  return work.finally(() => {
    if (--pendingChanges === 0) removeEventListener('beforeunload', preventUnload)
  })
}

/** Calls `act` before the page is closed or hidden, so that an input that still has the focus is saved. */
export function beforePageEnds(act: () => void): () => void {
  const hidden = () => document.visibilityState === 'hidden' && act()
  document.addEventListener('visibilitychange', hidden)
  addEventListener('beforeunload', act)
  addEventListener('pagehide', act)
  return () => {
    document.removeEventListener('visibilitychange', hidden)
    removeEventListener('beforeunload', act)
    removeEventListener('pagehide', act)
  }
}
