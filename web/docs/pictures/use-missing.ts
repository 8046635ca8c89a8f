import { useEffect, useState } from 'react'

/** `isMissing`: the picture failed to load. Reset when the browser is online again, so that it is loaded anew. */
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
