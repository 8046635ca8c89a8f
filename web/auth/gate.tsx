import { useRouterState } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { RequiredFactor } from '#web/factors/required.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { EntryScreen } from './entry-screen.tsx'
import { ForcedPasswordScreen } from './own-password.tsx'

/** Replaces every screen except the logout until the user has done what is required: own password, second factor. */
export function Gate({ screen }: { screen: ReactNode }) {
  const { must_change_password } = useCurrentUser()
  const isLeaving = useRouterState({ select: ({ location }) => location.pathname === '/logout' })
  if (isLeaving) return <EntryScreen>{screen}</EntryScreen>
  return must_change_password ? <ForcedPasswordScreen /> : <RequiredFactor />
}
