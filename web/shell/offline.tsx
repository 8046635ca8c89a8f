import { lazy, Suspense, useState } from 'react'
import { isUnreachable } from '#web/api.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { NotLoaded } from './pending.tsx'
import { isServerFailing } from './silence.ts'
import { type Away, useHasNetwork, useIsAway } from './use-away.ts'
import { useGoOn } from './use-go-on.ts'

/** The words come with the first press, or from the files that are on this device: nobody needs them before. */
const words = () => import('./away.tsx').catch(() => ({ AwayNotice: Nothing, Start: NewPage }))
const AwayNotice = lazy(async () => ({ default: (await words()).AwayNotice }))
const Start = lazy(async () => ({ default: (await words()).Start }))

const Nothing = (_props: { away: Away | undefined }) => null

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
export const StartErrorScreen = ({ error }: { error: unknown }) =>
  isUnreachable(error) ? (
    <Suspense>
      <Start />
    </Suspense>
  ) : (
    <ErrorScreen error={error} />
  )

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
