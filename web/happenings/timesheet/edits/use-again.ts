import { useEffect, useRef } from 'react'
import { useLatest } from '#web/ui/use-latest.ts'
import { backOff } from '#web/unsaved/back-off.ts'

const waitAfter = backOff({ first: 2_000, factor: 2, longest: 25_000 })

/** Does the same again by itself, after longer and longer pauses, as long as the screen is open. */
export function useAgain(act: () => void) {
  const latest = useLatest(act)
  const failures = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    /** Not before `atLeast`, in ms. */
    soon(atLeast = 0) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latest.current(), Math.max(atLeast, waitAfter(++failures.current)))
    },
    rest() {
      failures.current = 0
      clearTimeout(timer.current)
    },
  }
}
