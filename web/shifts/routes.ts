import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireShifts } from '#web/shell/guard.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { ClockIcon } from '#web/ui/icon.tsx'
import { shiftsSearch } from './search.ts'

const importScreen = () => import('./shifts.tsx')

export const shiftsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/shifts',
  validateSearch: shiftsSearch,
  beforeLoad: requireShifts,
  loader: async ({ location }) => (await importScreen()).loadShifts(shiftsSearch(location.search)),
  component: lazyRouteComponent(importScreen, 'ShiftsScreen'),
  staticData: {
    title: 'Meine Einsätze',
    menu: { icon: ClockIcon, part: 'work', isFor: (user) => user.has_shifts },
  },
})
