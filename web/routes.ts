/** Every address of the app on one page. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { descriptionQuery } from './api-reference/queries.ts'
import { LoginScreen } from './auth/login.tsx'
import { docsSearch, startSearch } from './docs/search.ts'
import { queryClient } from './query-client.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { coming } from './shell/coming.tsx'
import { Frame } from './shell/frame.tsx'
import { requireAdmin, requireHappenings, requireSession } from './shell/guard.ts'
import { ErrorScreen, NotFoundScreen, Root } from './shell/root.tsx'
import { Loading } from './ui/states.tsx'

const root = createRootRoute({ component: Root })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: LoginScreen,
  staticData: { title: 'Anmelden' },
})

/** Everything but the login needs a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: Frame,
})
const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/docs', search: startSearch, replace: true })
  },
})

const docs = createRoute({
  getParentRoute: () => signedIn,
  path: '/docs',
  validateSearch: docsSearch,
  component: coming('Prozesse'),
  staticData: { title: 'Prozesse' },
})
const happenings = createRoute({
  getParentRoute: () => signedIn,
  path: '/happenings',
  beforeLoad: requireHappenings,
  component: coming('Veranstaltungen'),
  staticData: { title: 'Veranstaltungen' },
})
const chat = createRoute({
  getParentRoute: () => signedIn,
  path: '/chat',
  component: coming('Chat'),
  staticData: { title: 'Chat' },
})

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  beforeLoad: requireAdmin,
  component: coming('Benutzer'),
  staticData: { title: 'Benutzer' },
})
const groups = createRoute({
  getParentRoute: () => signedIn,
  path: '/groups',
  beforeLoad: requireAdmin,
  component: coming('Gruppen'),
  staticData: { title: 'Gruppen' },
})
const groupAssignments = createRoute({
  getParentRoute: () => signedIn,
  path: '/groupassignments',
  beforeLoad: requireAdmin,
  component: coming('Zuweisungen'),
  staticData: { title: 'Zuweisungen' },
})
const apiReference = createRoute({
  getParentRoute: () => signedIn,
  path: '/api',
  beforeLoad: requireAdmin,
  loader: () => queryClient.ensureQueryData(descriptionQuery),
  component: lazyRouteComponent(() => import('./api-reference/api-reference.tsx'), 'ApiReferenceScreen'),
  staticData: { title: 'Schnittstelle' },
})

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile/profile.tsx'), 'ProfileScreen'),
  staticData: { title: 'Mein Profil' },
})
const logout = createRoute({
  getParentRoute: () => signedIn,
  path: '/logout',
  component: lazyRouteComponent(() => import('./auth/logout.tsx'), 'LogoutScreen'),
  staticData: { title: 'Logout' },
})

/** Whatever else: first the session, then the honest answer. */
const unknown = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFoundScreen })

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    signedIn.addChildren([
      start,
      docs,
      happenings,
      chat,
      users,
      groups,
      groupAssignments,
      apiReference,
      profile,
      logout,
      unknown,
    ]),
  ]),
  basepath: '/ui',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultPendingMs: 0,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** What the window is called. */
    title?: string
  }
}
