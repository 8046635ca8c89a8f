// The one guard before a screen or the window is left with work that would be lost, or that somebody should hear of.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

type Leaving = {
  /** Whether somebody may go to another screen; may ask them, or tell them that something stays behind. */
  confirmLeave: () => boolean | Promise<boolean>
  /** Closing the window would lose something: the browser asks in its own words. */
  wouldLose: () => boolean
}

/** A session that has ended leads to the login, whatever is open: what is kept is found again afterwards. */
export function useLeaving(leaving: Leaving) {
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
          // Another screen is on its way: asked once more, the question would go with this one, and the press with it.
          if (current !== router.state.resolvedLocation?.pathname) return false
          return !(await confirmLeave())
        },
      }),
    [router],
  )
}

let open = 0
const ask = (event: Event) => event.preventDefault()

/** A press that holds at once on the screen is on its way: until the server has it the browser asks before it closes. */
export function guardWindow<T>(work: Promise<T>): Promise<T> {
  if (open++ === 0) addEventListener('beforeunload', ask)
  return work.finally(() => {
    if (--open === 0) removeEventListener('beforeunload', ask)
  })
}

/** Before the page goes, or is out of sight and may go unasked: what stands in a field counts as when it is left. */
export function onLastMoment(act: () => void): () => void {
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
