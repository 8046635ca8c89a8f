// The one rule for work that the browser does not keep (private window, full disk): it is sent all the same, closing
// the window is asked about, and the person is told, once.
import { useEffect } from 'react'
import { useStore } from '#web/store.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { shelf } from './browser.ts'
import { useLeaving } from './leaving.ts'

const NOT_KEPT =
  'Dieser Browser hebt nichts auf. Bitte lassen Sie dieses Fenster offen, bis alles gespeichert oder gesendet ist.'
/** Delay in ms; work that needs no storage by then needs no message. */
const NOTICE_AFTER_MS = 1_000
let isSaid = false

export const useIsKept = () => useStore(shelf.unkept, (keys) => keys.size === 0)

export function useUnkept() {
  const isKept = useIsKept()
  useLeaving({ wouldLose: () => shelf.unkept.get().size > 0, confirmLeave: () => true })
  useEffect(() => {
    if (isKept || isSaid) return undefined
    const timer = setTimeout(() => {
      isSaid = true
      toast(NOT_KEPT, { tone: 'info' })
    }, NOTICE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isKept])
}
