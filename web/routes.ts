// All routes: those of the shell, and those of each folder.
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { auditRoute } from './audit/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { docRoutes, docsRoutes } from './docs/routes.ts'
import { defaultDocsSearch } from './docs/search.ts'
import { findRoute } from './find/routes.ts'
import { groupsRoutes } from './groups/routes.ts'
import { happeningRoutes, happeningsRoutes, timesheetRoute } from './happenings/routes.ts'
import { helpRoute } from './help/routes.ts'
import { integrationsRoute } from './integrations/routes.ts'
import { operationRoute } from './operation/routes.ts'
import { retentionRoute } from './privacy/routes.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { requireAdmin } from './shell/guard.ts'
import type { MenuEntry } from './shell/navigation.tsx'
import { Pending } from './shell/pending.tsx'
import { LastErrorBoundary, NotFoundScreen, RecordErrorScreen } from './shell/root.tsx'
import { rootRoute, signedInRoute } from './shell/routes.ts'
import { shiftsRoute } from './shifts/routes.ts'
import { todayRoute } from './today/routes.ts'
import { LogoutIcon, UserIcon } from './ui/icon.tsx'
import { assignmentsRoute, personRoute, usersRoutes } from './users/routes.ts'

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyRouteComponent(() => import('./auth/login.tsx'), 'LoginScreen'),
  staticData: { title: 'Anmelden' },
})

const providerReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/$provider',
  component: lazyRouteComponent(() => import('./auth/beside-password.tsx'), 'ProviderReturn'),
})

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./invitations/accept.tsx'), 'AcceptScreen'),
  staticData: { title: 'Zugang' },
})

const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/docs', search: defaultDocsSearch, replace: true })
  },
})

/** Leads administrators to `/api/`, a page outside the app, for example after a login. */
const apiReferenceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/api',
  beforeLoad: async ({ preload }) => {
    await requireAdmin()
    if (!preload) location.replace('/api/')
  },
  component: Pending,
  staticData: { title: 'Schnittstelle' },
})

const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile/profile.tsx'), 'ProfileScreen'),
  staticData: { title: 'Mein Profil', menu: { icon: UserIcon, part: 'own' } },
})

const logoutRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/logout',
  component: lazyRouteComponent(() => import('./auth/logout.tsx'), 'LogoutScreen'),
  staticData: { title: 'Logout', menu: { icon: LogoutIcon, part: 'own' } },
})

/** Unknown addresses require a session before the 404. */
const notFoundRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  component: NotFoundScreen,
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    providerReturnRoute,
    invitationRoute,
    signedInRoute.addChildren([
      startRoute,
      todayRoute,
      docsRoutes,
      docRoutes,
      happeningsRoutes,
      happeningRoutes,
      timesheetRoute,
      shiftsRoute,
      chatRoutes,
      findRoute,
      usersRoutes,
      personRoute,
      groupsRoutes,
      assignmentsRoute,
      auditRoute,
      operationRoute,
      integrationsRoute,
      retentionRoute,
      apiReferenceRoute,
      helpRoute,
      profileRoute,
      logoutRoute,
      notFoundRoute,
    ]),
  ]),
  basepath: '/ui',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Pending,
  // `Pending` delays its own spinner, against flicker.
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultErrorComponent: RecordErrorScreen,
  // `LastErrorBoundary` catches errors instead of the router's own boundary.
  disableGlobalCatchBoundary: true,
  InnerWrap: LastErrorBoundary,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** Title of the window. */
    title?: string
    /** Renders over its parent's screen. */
    dialog?: boolean
    menu?: MenuEntry
  }
}
