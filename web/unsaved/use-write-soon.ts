import { useEffect } from 'react'
import type { Debounced } from '#web/ui/debounce.ts'

/** What waits to be written down is, at the latest when the screen is left or nobody sees the page any more. */
export function useWriteSoon({ flush }: Pick<Debounced<never[]>, 'flush'>) {
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', hidden)
    // While the browser still asks: of what a busy page begins at its very end, some never comes.
    window.addEventListener('beforeunload', flush)
    window.addEventListener('pagehide', flush)
    return () => {
      flush()
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('beforeunload', flush)
      window.removeEventListener('pagehide', flush)
    }
  }, [flush])
}
