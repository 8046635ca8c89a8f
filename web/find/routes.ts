import { createRoute } from '@tanstack/react-router'
import { signedInRoute } from '#web/shell/routes.ts'
import { FindScreen } from './find.tsx'
import { findSearch } from './search.ts'

export const findRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/find',
  validateSearch: findSearch,
  component: FindScreen,
  staticData: { title: 'Suche' },
})
