import { useEffect, useEffectEvent } from 'react'

const { CloseWatcher } = globalThis as { CloseWatcher?: new () => { destroy: () => void } }

/**
 * Android's back gesture closes an open sheet before it leaves the screen, in browsers that have `CloseWatcher`. Dialogs and
 * popovers have that from the browser itself.
 */
export function useCloseRequest(isOpen: boolean, close: () => void) {
  const onClose = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen || !CloseWatcher) return undefined
    const watcher = Object.assign(new CloseWatcher(), { onclose: () => onClose() })
    return () => watcher.destroy()
  }, [isOpen])
}
