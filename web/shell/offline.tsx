import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { ask } from '#web/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useAppName } from './app-name.ts'
import { Logo } from './logo.tsx'
import css from './shell.module.css'
import { isServerFailing, isServerSilent, isUnreachable, onSilence } from './silence.ts'

const useHasNetwork = () => useSyncExternalStore(listen, () => navigator.onLine)
const events = ['online', 'offline']
function listen(listener: () => void) {
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

/** What is away, as far as this page knows. */
export function useIsAway(): 'network' | 'server' | undefined {
  const hasNetwork = useHasNetwork()
  const isSilent = useSyncExternalStore(onSilence, isServerSilent)
  if (!hasNetwork) return 'network'
  return isSilent ? 'server' : undefined
}

/** The same, but at once: for what has failed and may be taken for mended when this is over. */
export function useIsFailing(): boolean {
  const hasNetwork = useHasNetwork()
  return useSyncExternalStore(onSilence, isServerFailing) || !hasNetwork
}

/** Above every screen when the network is away, or the server does not answer; goes by itself. */
export function Offline() {
  const away = useIsAway()
  // Then there is nothing to see, and the screen says so itself.
  const isNothingThere = useRouterState({
    select: ({ matches }) => matches.some(({ status }) => status === 'pending'),
  })
  if (away === undefined) return null
  const [what, seen] =
    away === 'network'
      ? ['Sie sind offline.', 'Sie sehen den letzten Stand, bis die Verbindung wieder da ist.']
      : ['Der Server ist gerade nicht zu erreichen.', 'Sie sehen den letzten Stand.']
  return <Notice tone="warning">{isNothingThere ? what : `${what} ${seen}`}</Notice>
}

const AGAIN_MS = 5_000

/** There is nothing to show yet, because nobody answers: it goes on as soon as somebody does. */
function Waiting() {
  const router = useRouter()
  const hasNetwork = useHasNetwork()
  useEffect(() => {
    // Somebody has to answer first: the screen would change to 'Lade...' and back with every try.
    const again = () =>
      void ask('GET', '/status/').then(
        () => router.invalidate(),
        () => undefined,
      )
    addEventListener('online', again)
    const timer = setInterval(() => navigator.onLine && again(), AGAIN_MS)
    return () => {
      removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [router])
  return (
    <Notice tone="warning">
      {hasNetwork ? 'Der Server ist gerade nicht zu erreichen.' : 'Sie sind offline.'} Sobald die Verbindung
      wieder da ist, geht es hier von selbst weiter.
    </Notice>
  )
}

/** The app began without a server. */
export function StartErrorScreen({ error }: { error: unknown }) {
  const name = useAppName()
  if (!isUnreachable(error)) return <ErrorScreen error={error} />
  return (
    <main className={css['waiting']}>
      <Logo size={44} />
      <h1>{name}</h1>
      <Waiting />
    </main>
  )
}

/** A part of the app that did not load stays failed for the page that asked for it: only a new page asks again. */
export const ErrorScreen = ({ error }: { error: unknown }) =>
  isUnreachable(error) ? <Waiting /> : <ErrorState error={error} onRetry={() => location.reload()} />
