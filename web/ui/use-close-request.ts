import { useEffect } from 'react'
import { useLatest } from './use-latest.ts'

const { CloseWatcher } = globalThis as { CloseWatcher?: new () => { destroy: () => void } }

/**
 * The way back of Android closes what is open before it leaves the screen, where the browser lets a page know of it.
 * Dialogs and popovers have that from the browser itself.
 */
export function useCloseRequest(isOpen: boolean, close: () => void) {
  const latest = useLatest(close)
  useEffect(() => {
    if (!isOpen || !CloseWatcher) return undefined
    const watcher = Object.assign(new CloseWatcher(), { onclose: () => latest.current() })
    return () => watcher.destroy()
  }, [isOpen, latest])
}
