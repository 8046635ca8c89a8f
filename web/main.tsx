import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionEnded, onUnconfirmed } from './api.ts'
import { confirmPassword } from './auth/confirm-password.tsx'
import { setSessionEnded } from './auth/session-end.ts'
import { readLocal } from './local-storage.ts'
import { setOutgoingLoader } from './outbox/browser.ts'
import { listenForInstallPrompt } from './push/install.ts'
import { queryClient } from './query-client.ts'
import { router } from './routes.ts'
import { untilScreenIdle } from './screen-idle.ts'
import { currentUserQuery } from './users/queries.ts'
import './ui/base.css'
import { watchKeyboard } from './shell/keyboard.ts'

/** Extra delay in ms on a first visit, since push installs the service worker, which fetches the whole app. */
const FIRST_VISIT_DELAY_MS = 1_000

async function loadPush() {
  const isMoving = () => router.state.status === 'pending'
  await untilScreenIdle(isMoving)
  if (!navigator.serviceWorker?.controller) await new Promise((go) => setTimeout(go, FIRST_VISIT_DELAY_MS))
  import('./push/start.ts').then(
    ({ startPush: start }) => start({ goTo: (path) => router.history.push(path), isMoving }),
    // Errors are ignored: this window then has no push and no offline copies.
    () => {},
  )
}

onSessionEnded(() => {
  // No user was loaded yet, so no session of this window has ended.
  if (queryClient.getQueryData(currentUserQuery.queryKey) === undefined) return
  queryClient.clear()
  setSessionEnded(true)
  void router.navigate({ to: '/login', replace: true })
})

onUnconfirmed(confirmPassword)

// The manager listens to changes only, and does not read the initial state itself.
onlineManager.setOnline(navigator.onLine)
setOutgoingLoader(() => import('./outgoing.ts'))

// Before the first paint, to avoid a flash of the wrong theme.
document.documentElement.dataset['scheme'] = readLocal('scheme') ?? ''
listenForInstallPrompt()
// After `load`: push and offline copies must not delay the first screen.
addEventListener('load', () => void loadPush())
// Until the first press no on-screen keyboard is open, so these are the full width and height.
addEventListener('pointerdown', () => watchKeyboard(innerWidth, innerHeight), { once: true })

// Loads the screen's chunk in parallel with the request for the current user. The router handles errors. The request
// itself is not preloaded: after a sign-in at a provider browsers would reuse the old answer.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
for (const route of routes) router.loadRouteChunk(route)?.catch(() => {})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
