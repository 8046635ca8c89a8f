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
import { LastErrorBoundary, NotFoundScreen, ThingErrorScreen } from './shell/root.tsx'
import { root, signedIn } from './shell/routes.ts'
import { shiftsRoute } from './shifts/routes.ts'
import { todayRoute } from './today/routes.ts'
import { LogoutIcon, UserIcon } from './ui/icon.tsx'
import { groupAssignmentsRoute, personRoute, usersRoutes } from './users/routes.ts'

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./auth/login.tsx'), 'LoginScreen'),
  staticData: { title: 'Anmelden' },
})

const providerReturn = createRoute({
  getParentRoute: () => root,
  path: '/login/$provider',
  component: lazyRouteComponent(() => import('./auth/beside-password.tsx'), 'ProviderReturn'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./invitations/accept.tsx'), 'AcceptScreen'),
  staticData: { title: 'Zugang' },
})

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/docs', search: defaultDocsSearch, replace: true })
  },
})

/** A page outside the app, for administrators: this route leads there after a login. */
const apiReference = createRoute({
  getParentRoute: () => signedIn,
  path: '/api',
  beforeLoad: async ({ preload }) => {
    await requireAdmin()
    if (!preload) location.replace('/api/')
  },
  component: Pending,
  staticData: { title: 'Schnittstelle' },
})

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile/profile.tsx'), 'ProfileScreen'),
  staticData: { title: 'Mein Profil', menu: { icon: UserIcon, part: 'own' } },
})

const logout = createRoute({
  getParentRoute: () => signedIn,
  path: '/logout',
  component: lazyRouteComponent(() => import('./auth/logout.tsx'), 'LogoutScreen'),
  staticData: { title: 'Logout', menu: { icon: LogoutIcon, part: 'own' } },
})

/** Unknown addresses require a session before the 404. */
const unknown = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFoundScreen })

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    providerReturn,
    invitation,
    signedIn.addChildren([
      start,
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
      groupAssignmentsRoute,
      auditRoute,
      operationRoute,
      integrationsRoute,
      retentionRoute,
      apiReference,
      helpRoute,
      profile,
      logout,
      unknown,
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
  defaultErrorComponent: ThingErrorScreen,
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
