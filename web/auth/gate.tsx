import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { useCurrentUser } from '#web/users/queries.ts'
import { EntryScreen } from './entry-screen.tsx'

const RequiredFactor = lazy(async () => ({
  default: (await import('#web/factors/required.tsx')).RequiredFactor,
}))
const OwnPassword = lazy(async () => ({ default: (await import('./own-password.tsx')).OwnPassword }))

/** What has to be done before anything else, one after the other; but whoever would rather leave may. */
export function Gate({ screen }: { screen: ReactNode }) {
  const { must_change_password } = useCurrentUser()
  const isLeaving = useRouterState({ select: ({ location }) => location.pathname === '/logout' })
  if (isLeaving) return <EntryScreen>{screen}</EntryScreen>
  return must_change_password ? <OwnPassword /> : <RequiredFactor />
}
