import { notFound, redirect } from '@tanstack/react-router'
import { Failed } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'

/** Before a screen loads: who is not signed in is sent to the login; what is not theirs is not there. */
export async function requireSession() {
  try {
    return await queryClient.ensureQueryData(currentUserQuery)
  } catch (error) {
    if (error instanceof Failed && error.detail === 'Unauthorized') throw redirect({ to: '/login' })
    throw error
  }
}

export async function requireAdmin() {
  if (!(await requireSession()).is_admin) throw noSuchPage()
}

export async function requireHappenings() {
  if (!(await requireSession()).may_see_happenings) throw noSuchPage()
}

export async function requireShifts() {
  if (!(await requireSession()).has_shifts) throw noSuchPage()
}

/** The whole page is not there, also where only a dialog over it was asked for. */
export const noSuchPage = () => notFound({ routeId: '/signed-in' })
