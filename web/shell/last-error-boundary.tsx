import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/states.tsx'

/** Around all screens and their own screens of errors: needs neither the router nor the server. */
export const LastErrorBoundary = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 0} errorComponent={LastError}>
    {children}
  </CatchBoundary>
)

const LastError = ({ error }: { error: unknown }) => (
  <ErrorState error={error} onRetry={() => location.reload()} />
)
