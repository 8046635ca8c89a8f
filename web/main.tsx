import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionEnded, onUnconfirmed } from './api.ts'
import { confirmPassword } from './auth/confirm-password.tsx'
import { setSessionEnded } from './auth/session-end.ts'
import { remembered } from './local-storage.ts'
import { onUnknownKinds } from './outbox/browser.ts'
import { awaitOffer } from './push/install.ts'
import { queryClient } from './query-client.ts'
import { router } from './routes.ts'
import { screenStands } from './screen-stands.ts'
import { currentUserQuery } from './users/queries.ts'
import './ui/base.css'
import { watchKeyboard } from './shell/keyboard.ts'

/** Whoever has come to press something comes first, where files are still on their way. */
const CALM_MS = 1_000

async function loadPush() {
  const isMoving = () => router.state.status === 'pending'
  await screenStands(isMoving)
  if (!navigator.serviceWorker?.controller) await new Promise((go) => setTimeout(go, CALM_MS))
  import('./push/start.ts').then(
    ({ start }) => start({ goTo: (path) => router.history.push(path), isMoving }),
    // Then this window has none of it: no news, and nothing to be read without a network.
    () => {},
  )
}

onSessionEnded(() => {
  // The guard of the first screen says the same, without a session that could have ended.
  if (queryClient.getQueryData(currentUserQuery.queryKey) === undefined) return
  queryClient.clear()
  setSessionEnded(true)
  void router.navigate({ to: '/login', replace: true })
})

onUnconfirmed(confirmPassword)

// It hears of changes alone: a page that begins without a network would not notice when there is one.
onlineManager.setOnline(navigator.onLine)
onUnknownKinds(() => import('./outgoing.ts'))

// Before the first paint: light or dark, where somebody has chosen.
document.documentElement.dataset['scheme'] = remembered('scheme') ?? ''
awaitOffer()
// Nothing on the screen waits for it.
addEventListener('load', () => void loadPush())
// A phone's keyboard opens where somebody has pressed: until then the window has its whole size.
addEventListener('pointerdown', () => watchKeyboard(innerWidth, innerHeight), { once: true })

// The screen's files come beside the answer to who is signed in, not after it. What fails, the router says by itself.
// That answer is not preloaded by the page: a browser would give it once more after a sign-in at a provider.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
for (const route of routes) router.loadRouteChunk(route)?.catch(() => {})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
