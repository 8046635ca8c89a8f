import { lazy, Suspense } from 'react'
import { isUnreachable } from '#web/api.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useAppName } from './app-name.ts'
import { Logo } from './logo.tsx'
import css from './shell.module.css'
import { type Away, useIsAway } from './use-away.ts'

/** The words come with the first press, or from the files that are on this device: nobody needs them before. */
const words = () => import('./away.tsx').catch(() => ({ AwayNotice: Nothing, Waiting: Reload }))
const AwayNotice = lazy(async () => ({ default: (await words()).AwayNotice }))
const Waiting = lazy(async () => ({ default: (await words()).Waiting }))

const Nothing = (_props: { away: Away }) => null
const Reload = () => <ErrorState error="" onRetry={() => location.reload()} />

/** Above every screen when the network is away, or the server does not answer; goes by itself. */
export function Offline() {
  const away = useIsAway()
  return (
    away && (
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

/** A part of the app that did not load stays failed for the page that asked for it: only a new page asks again. */
export const ErrorScreen = ({ error }: { error: unknown }) =>
  isUnreachable(error) ? (
    <Suspense>
      <Waiting />
    </Suspense>
  ) : (
    <ErrorState error={error} onRetry={() => location.reload()} />
  )
