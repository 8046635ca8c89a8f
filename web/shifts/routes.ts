import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireShifts } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { ClockIcon } from '#web/ui/icon.tsx'
import { shiftsSearch } from './search.ts'

const shiftsScreen = () => import('./shifts.tsx')

export const shiftsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/shifts',
  validateSearch: shiftsSearch,
  beforeLoad: requireShifts,
  loader: async ({ location }) => (await shiftsScreen()).loadShifts(shiftsSearch(location.search)),
  component: lazyRouteComponent(shiftsScreen, 'ShiftsScreen'),
  staticData: {
    title: 'Meine Einsätze',
    menu: { icon: ClockIcon, part: 'work', isFor: (user) => user.has_shifts },
  },
})
