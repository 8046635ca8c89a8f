import { useEffect, useState } from 'react'

/** The picture at this address could not be fetched. Once the network is back it is asked for again. */
export function useMissing(src: string) {
  const [missing, setMissing] = useState<string>()
  useEffect(() => {
    if (missing === undefined) return undefined
    const again = () => setMissing(undefined)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [missing])
  return { isMissing: missing === src, onError: () => setMissing(src) }
}
