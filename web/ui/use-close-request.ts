import { useEffect, useEffectEvent } from 'react'

const { CloseWatcher } = globalThis as { CloseWatcher?: new () => { destroy: () => void } }

/**
 * The way back of Android closes what is open before it leaves the screen, where the browser lets a page know of it.
 * Dialogs and popovers have that from the browser itself.
 */
export function useCloseRequest(isOpen: boolean, close: () => void) {
  const onClose = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen || !CloseWatcher) return undefined
    const watcher = Object.assign(new CloseWatcher(), { onclose: () => onClose() })
    return () => watcher.destroy()
  }, [isOpen])
}
