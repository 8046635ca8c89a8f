import { useState } from 'react'

/** Leads on after an answer, but only while one is where one asked: whoever has gone on meanwhile is not taken back. */
export function useWhileHere() {
  const [place] = useState(location.pathname)
  return (leadOn: () => unknown) => location.pathname === place && leadOn()
}
