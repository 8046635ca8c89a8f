import { useEffect, useEffectEvent } from 'react'

const { CloseWatcher } = globalThis as { CloseWatcher?: new () => { destroy: () => void } }

/**
 * Android's back gesture closes a sheet instead of leaving the screen, in browsers with `CloseWatcher`. Dialogs
 * and popovers support that natively.
 */
export function useCloseRequest(isOpen: boolean, close: () => void) {
  const onClose = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen || !CloseWatcher) return undefined
    const watcher = Object.assign(new CloseWatcher(), { onclose: () => onClose() })
    return () => watcher.destroy()
  }, [isOpen])
}
