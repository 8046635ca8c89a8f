// Route of the search.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedIn } from '#web/shell/routes.ts'
import { findSearch } from './search.ts'

export const findRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/find',
  validateSearch: findSearch,
  component: lazyRouteComponent(() => import('./find.tsx'), 'FindScreen'),
  staticData: { title: 'Suche' },
})
