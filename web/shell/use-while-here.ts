import { useState } from 'react'

/**
 * Returns a function that calls `leadOn`, usually to navigate after a response, only if the user is still on the same
 * screen.
 */
export function useIfStillHere() {
  const [place] = useState(location.pathname)
  return (leadOn: () => unknown) => location.pathname === place && leadOn()
}
