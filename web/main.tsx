import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onUnauthorized, queryClient } from './query-client.ts'
import { router } from './routes.ts'
import './ui/base.css'

onUnauthorized(() => {
  if (router.state.location.pathname === '/ui/login') return
  queryClient.clear()
  void router.navigate({ to: '/login' })
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
