import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ask } from '#web/api.ts'

const AGAIN_MS = 3_000

/**
 * There is nothing to show, because nobody answered: it goes on as soon as somebody does, with a `isNewPage` where this
 * one cannot. Somebody has to answer first: the screen would change to 'Lade...' and back with every try, and a page
 * that is asked for too early is the browser's error.
 */
export function useGoOn(isNewPage: boolean) {
  const router = useRouter()
  useEffect(() => {
    const goOn = () => (isNewPage ? location.reload() : void router.invalidate())
    const again = () => void (navigator.onLine && ask('GET', '/status/').then(goOn, () => {}))
    addEventListener('online', again)
    const timer = setInterval(again, AGAIN_MS)
    return () => {
      removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [router, isNewPage])
}
