// In place of a screen that could not be had, because nobody answered or its files did not come.
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ask, isUnreachable } from '#web/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useAppName } from './app-name.ts'
import { Logo } from './logo.tsx'
import { NotLoaded } from './pending.tsx'
import css from './shell.module.css'
import { isServerFailing, useHasNetwork } from './use-away.ts'

export const StartErrorScreen = ({ error }: { error: unknown }) =>
  isUnreachable(error) ? <Start /> : <ErrorScreen error={error} />

/** The app began without a server, and has no frame with a bar that says so. */
function Start() {
  const name = useAppName()
  const hasNetwork = useHasNetwork()
  useGoOn(false)
  return (
    <main className={css['waiting']}>
      <Logo size={44} />
      <h1>{name}</h1>
      <Notice>
        {hasNetwork ? 'Der Server ist gerade nicht zu erreichen.' : 'Sie sind offline.'} Sobald die Verbindung
        wieder da ist, geht es hier von selbst weiter.
      </Notice>
    </main>
  )
}

const NOT_HERE = 'not here'
// Under other names: by their own the router knows such errors and reloads the page itself, now and once, be there a
// network or not.
addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = isMissing() ? `Nicht geladen: ${payload.message}` : NOT_HERE
})

const FRESH_MS = 10_000

/** Somebody answers, and this page was loaded anew just now: once more would only turn in a circle. */
function isMissing(): boolean {
  if (!navigator.onLine || isServerFailing() || performance.now() > FRESH_MS) return false
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload'
}

function Unanswered({ isNewPage }: { isNewPage: boolean }) {
  const hasNetwork = useHasNetwork()
  useGoOn(isNewPage)
  return <NotLoaded isServer={hasNetwork} />
}

/** A part of the app that was never fetched on this device, while nobody could be asked for it: nothing is broken. */
const NewPage = () => <Unanswered isNewPage />

/** A part of the app that did not load stays failed for the page that asked for it: only a new page asks again. */
export const ErrorScreen = ({ error }: { error: unknown }) => {
  if (error instanceof Error && error.message === NOT_HERE) return <NewPage />
  return isUnreachable(error) ? (
    <Unanswered isNewPage={false} />
  ) : (
    <ErrorState error={error} onRetry={() => location.reload()} />
  )
}

const AGAIN_MS = 3_000

/**
 * There is nothing to show, because nobody answered: it goes on as soon as somebody does, with a `isNewPage` where this
 * one cannot. Somebody has to answer first: the screen would change to 'Lade...' and back with every try, and a page
 * that is asked for too early is the browser's error.
 */
function useGoOn(isNewPage: boolean) {
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
