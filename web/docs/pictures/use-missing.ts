import { useEffect, useState } from 'react'

/** Notices that the picture failed to load; retried when the network is back. */
export function useLoadFailure(src: string) {
  const [missing, setMissing] = useState<string>()
  useEffect(() => {
    if (missing === undefined) return undefined
    const again = () => setMissing(undefined)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [missing])
  return { isMissing: missing === src, onError: () => setMissing(src) }
}
