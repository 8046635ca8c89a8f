import { lazy, Suspense, useEffect, useState } from 'react'
import { ask, isUnreachable } from '#web/api.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useAppName } from './app-name.ts'
import { Logo } from './logo.tsx'
import { NotLoaded } from './pending.tsx'
import css from './shell.module.css'
import { isServerFailing } from './silence.ts'
import { type Away, useIsAway, useIsFailing } from './use-away.ts'

/** The words come with the first press, or from the files that are on this device: nobody needs them before. */
const words = () => import('./away.tsx').catch(() => ({ AwayNotice: Nothing, Waiting: Reload }))
const AwayNotice = lazy(async () => ({ default: (await words()).AwayNotice }))
const Waiting = lazy(async () => ({ default: (await words()).Waiting }))

const Nothing = (_props: { away: Away | undefined }) => null
const Reload = () => <NotHere />

/**
 * Above every screen when the network is away, or the server does not answer, and when that is over; goes by itself.
 */
export function Offline() {
  const away = useIsAway()
  const [hasBeen, setHasBeen] = useState(false)
  if (away && !hasBeen) setHasBeen(true)
  return (
    hasBeen && (
      <Suspense>
        <AwayNotice away={away} />
      </Suspense>
    )
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
      <ErrorScreen error={error} />
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

const AGAIN_MS = 1_000

/** A part of the app that was never fetched on this device, while nobody could be asked for it: nothing is broken. */
function NotHere() {
  const isFailing = useIsFailing()
  useEffect(() => {
    if (isFailing) return undefined
    // Somebody has to answer first: a page that is asked for too early is the browser's error.
    const again = () => void ask('GET', '/status/').then(() => location.reload(), Nothing)
    const timer = setInterval(again, AGAIN_MS)
    again()
    return () => clearInterval(timer)
  }, [isFailing])
  return <NotLoaded isServer={navigator.onLine} />
}

/** A part of the app that did not load stays failed for the page that asked for it: only a new page asks again. */
export const ErrorScreen = ({ error }: { error: unknown }) => {
  if (error instanceof Error && error.message === NOT_HERE) return <NotHere />
  return isUnreachable(error) ? (
    <Suspense>
      <Waiting />
    </Suspense>
  ) : (
    <ErrorState error={error} onRetry={() => location.reload()} />
  )
}
