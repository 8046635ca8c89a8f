import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { Failed } from '#web/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import { currentUserQuery } from '#web/users/queries.ts'
import { useAppName } from './app-name.ts'
import { Logo } from './logo.tsx'
import { ErrorScreen } from './root.tsx'
import css from './shell.module.css'

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
  const { error } = useQuery(currentUserQuery)
  if (!hasNetwork) return 'network'
  return isUnreachable(error) ? 'server' : undefined
}

/** Above every screen when the network is away, or the server does not answer; goes by itself. */
export function Offline() {
  const away = useIsAway()
  if (away === 'network')
    return (
      <Notice tone="warning">
        Sie sind offline. Sie sehen den letzten Stand, bis die Verbindung wieder da ist.
      </Notice>
    )
  if (away !== 'server') return null
  return (
    <Notice tone="warning">Der Server ist gerade nicht zu erreichen. Sie sehen den letzten Stand.</Notice>
  )
}

const AGAIN_MS = 5_000

/** The app began without a server, and so without anything to show: it goes on as soon as there is one. */
export function StartErrorScreen({ error }: { error: unknown }) {
  const name = useAppName()
  const router = useRouter()
  const hasNetwork = useHasNetwork()
  const waits = isUnreachable(error)
  useEffect(() => {
    if (!waits) return undefined
    const again = () => void router.invalidate()
    addEventListener('online', again)
    const timer = setInterval(() => navigator.onLine && again(), AGAIN_MS)
    return () => {
      removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [waits, router])
  if (!waits) return <ErrorScreen error={error} />
  return (
    <main className={css['waiting']}>
      <Logo size={44} />
      <h1>{name}</h1>
      <Notice tone="warning">
        {hasNetwork ? 'Der Server ist gerade nicht zu erreichen.' : 'Sie sind offline.'} Sobald die Verbindung
        wieder da ist, geht es hier von selbst weiter.
      </Notice>
    </main>
  )
}

const isUnreachable = (error: unknown) => error instanceof Failed && error.status === 0
