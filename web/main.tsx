import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionEnded, onUnconfirmed } from './api.ts'
import { confirmPassword } from './auth/confirm-password.tsx'
import { setSessionEnded } from './auth/session-end.ts'
import { awaitOffer } from './push/install.ts'
import { logOnly } from './push/log.ts'
import { queryClient } from './query-client.ts'
import { router } from './routes.ts'
import { currentUserQuery } from './users/queries.ts'
import './ui/base.css'

onSessionEnded(() => {
  // The guard of the first screen says the same, without a session that could have ended.
  if (queryClient.getQueryData(currentUserQuery.queryKey) === undefined) return
  queryClient.clear()
  setSessionEnded(true)
  void router.navigate({ to: '/login', replace: true })
})

onUnconfirmed(confirmPassword)

awaitOffer()
// Nothing on the screen waits for these: they come after everything else.
addEventListener('load', () => {
  import('./shell/keyboard.ts').then(
    ({ watchKeyboard }) => watchKeyboard(),
    (error: unknown) => logOnly('No room for the keyboard:', error),
  )
  import('./push/start.ts').then(
    ({ start }) => start((path) => router.history.push(path)),
    (error: unknown) => logOnly('No notifications:', error),
  )
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
