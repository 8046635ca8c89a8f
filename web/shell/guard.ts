import { notFound, redirect } from '@tanstack/react-router'
import { CallError } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'

/** Route guard. Returns the current user, and redirects to the login without a session. */
export async function requireSession() {
  try {
    return await queryClient.ensureQueryData(currentUserQuery)
  } catch (error) {
    if (error instanceof CallError && error.detail === 'Unauthorized') throw redirect({ to: '/login' })
    throw error
  }
}

export async function requireAdmin() {
  if (!(await requireSession()).is_admin) throw pageNotFound()
}

export async function requireHappenings() {
  if (!(await requireSession()).may_see_happenings) throw pageNotFound()
}

export async function requireShifts() {
  if (!(await requireSession()).has_shifts) throw pageNotFound()
}

/** 404 for the whole page, even for a dialog over it. */
export const pageNotFound = () => notFound({ routeId: '/signed-in' })
