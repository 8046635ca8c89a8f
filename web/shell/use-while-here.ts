import { useState } from 'react'

/** Navigates after an answer only if the person is still on the same screen. */
export function useIfStillHere() {
  const [place] = useState(location.pathname)
  return (leadOn: () => unknown) => location.pathname === place && leadOn()
}
