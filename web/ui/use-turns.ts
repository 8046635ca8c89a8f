import { useState } from 'react'

/** Of several things that are begun one after the other the last counts, in whichever order they end. */
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
