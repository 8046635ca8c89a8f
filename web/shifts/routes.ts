/** The address of „Meine Einsätze“. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { text } from '#web/search.ts'
import { requireShifts } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { parseDate } from '#web/ui/date-time/date-text.ts'
import { ClockIcon } from '#web/ui/icon.tsx'
import { shiftsQuery } from './queries.ts'

/** A day of the first week; without it the week of today. */
export type ShiftsSearch = { start?: string }
const shiftsSearch = (search: Record<string, unknown>): ShiftsSearch => {
  const start = text(search['start'])
  return start !== '' && parseDate(start) === start ? { start } : {}
}

export const shiftsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/shifts',
  validateSearch: shiftsSearch,
  beforeLoad: requireShifts,
  loader: ({ location }) => queryClient.ensureQueryData(shiftsQuery(shiftsSearch(location.search))),
  component: lazyRouteComponent(() => import('./shifts.tsx'), 'ShiftsScreen'),
  staticData: {
    title: 'Meine Einsätze',
    menu: { icon: ClockIcon, part: 'work', isFor: (user) => user.has_shifts },
  },
})
