import { useState } from 'react'

/** Guards against late answers. Each call begins an attempt, and returns a test of whether it is still the last. */
export function useTurns(): () => () => boolean {
  const [begin] = useState(() => {
    let last = 0
    return () => {
      const own = ++last
      return () => own === last
    }
  })
  return begin
}
