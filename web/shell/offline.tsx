// Shown if a screen could not be loaded: no answer, or a missing chunk.
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ask, isUnreachable } from '#web/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useAppName } from './app-name.ts'
import { Logo } from './logo.tsx'
import { isServerFailing, useHasNetwork } from './outage.ts'
import { NotOnDevice } from './pending.tsx'
import css from './shell.module.css'

export const StartErrorScreen = ({ error }: { error: unknown }) =>
  isUnreachable(error) ? <OfflineStartScreen /> : <ErrorScreen error={error} />

/**
 * Start screen without a connection. The frame with the banner is not rendered yet, so this screen says why nothing
 * loads.
 */
function OfflineStartScreen() {
  const name = useAppName()
  const hasNetwork = useHasNetwork()
  useResumeWhenReachable(false)
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

const CHUNK_UNAVAILABLE = 'not here'
// Changes the message of these errors: the router recognises the original one and would reload the page itself.
addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = isChunkMissing() ? `Nicht geladen: ${payload.message}` : CHUNK_UNAVAILABLE
})

const JUST_LOADED_MS = 10_000

/**
 * True if a chunk is missing although the server answers and the page was reloaded just now. Another reload would
 * loop.
 */
function isChunkMissing(): boolean {
  if (!navigator.onLine || isServerFailing() || performance.now() > JUST_LOADED_MS) return false
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload'
}

function NoAnswerScreen({ isNewPage }: { isNewPage: boolean }) {
  const hasNetwork = useHasNetwork()
  useResumeWhenReachable(isNewPage)
  return <NotOnDevice isServer={hasNetwork} />
}

/** A chunk that was never loaded on this device, while offline. */
const NeverLoadedScreen = () => <NoAnswerScreen isNewPage />

/** Browsers do not repeat a failed import on the same page, so a chunk that could not be loaded needs a reload. */
export const ErrorScreen = ({ error }: { error: unknown }) => {
  if (error instanceof Error && error.message === CHUNK_UNAVAILABLE) return <NeverLoadedScreen />
  return isUnreachable(error) ? (
    <NoAnswerScreen isNewPage={false} />
  ) : (
    <ErrorState error={error} onRetry={() => location.reload()} />
  )
}

const RETRY_MS = 3_000

/**
 * Continues as soon as the server answers; with `isNewPage` it reloads. It probes `/status/` first: each retry of the
 * screen would flash 'Lade...', and a reload without a connection would show the browser's error page.
 */
function useResumeWhenReachable(isNewPage: boolean) {
  const router = useRouter()
  useEffect(() => {
    const goOn = () => (isNewPage ? location.reload() : void router.invalidate())
    const again = () => void (navigator.onLine && ask('GET', '/status/').then(goOn, () => {}))
    addEventListener('online', again)
    const timer = setInterval(again, RETRY_MS)
    return () => {
      removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [router, isNewPage])
}
