import { useSyncExternalStore } from 'react'
import { isServerFailing, isServerSilent, onSilence } from './silence.ts'

export const useHasNetwork = () => useSyncExternalStore(listen, () => navigator.onLine)
const events = ['online', 'offline']
function listen(listener: () => void) {
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

export type Away = 'network' | 'server'

/** What is away, as far as this page knows. */
export function useIsAway(): Away | undefined {
  const hasNetwork = useHasNetwork()
  const isSilent = useSyncExternalStore(onSilence, isServerSilent)
  if (!hasNetwork) return 'network'
  return isSilent ? 'server' : undefined
}

/** The same, but at once: for what has failed and may be taken for mended when this is over. */
export function useIsFailing(): boolean {
  const hasNetwork = useHasNetwork()
  return useSyncExternalStore(onSilence, isServerFailing) || !hasNetwork
}
