// Shown if a screen could not be loaded: no answer, or a missing chunk.
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

/** Start screen without a connection. There is no frame yet, so no banner either, and the text is here. */
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
// Changes the message of these errors: the router recognises the original one and would reload the page itself.
addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = isMissing() ? `Nicht geladen: ${payload.message}` : NOT_HERE
})

const FRESH_MS = 10_000

/**
 * True if a chunk is missing although the server answers and the page was reloaded just now. Another reload would
 * loop.
 */
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

/** A chunk that was never loaded on this device, while offline. */
const NewPage = () => <Unanswered isNewPage />

/** A failed import stays failed until the page is reloaded. */
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
 * Continues as soon as the server answers; with `isNewPage` it reloads. It probes `/status/` first: each retry of the
 * screen would flash 'Lade...', and a reload without a connection would show the browser's error page.
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
