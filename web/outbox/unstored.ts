// Work that the browser cannot store (private window, full disk): it is still sent, closing the window asks first,
// and a toast informs the person once.
import { useEffect } from 'react'
import { useStore } from '#web/store.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { recordStore } from './browser.ts'
import { useLeaveGuard } from './leaving.ts'

const NOT_STORED_NOTICE =
  'Dieser Browser hebt nichts auf. Bitte lassen Sie dieses Fenster offen, bis alles gespeichert oder gesendet ist.'
/** Delay in ms. Work that was sent by then needs no message. */
const NOTICE_AFTER_MS = 1_000
let hasNotified = false

export const useIsEverythingStored = () => useStore(recordStore.unstored, (keys) => keys.size === 0)

export function useUnstoredNotice() {
  const isKept = useIsEverythingStored()
  useLeaveGuard({ wouldLose: () => recordStore.unstored.get().size > 0, confirmLeave: () => true })
  useEffect(() => {
    if (isKept || hasNotified) return undefined
    const timer = setTimeout(() => {
      hasNotified = true
      toast(NOT_STORED_NOTICE, { tone: 'info' })
    }, NOTICE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isKept])
}
