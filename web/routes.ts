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
import { customGroupsQuery } from './groups/queries.ts'
import { groupsSearch } from './groups/search.ts'
import { queryClient } from './query-client.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { coming } from './shell/coming.tsx'
import { Frame } from './shell/frame.tsx'
import { requireAdmin, requireHappenings, requireSession } from './shell/guard.ts'
import { ErrorScreen, NotFoundScreen, Root } from './shell/root.tsx'
import { Loading } from './ui/states.tsx'
import { assignmentsQuery } from './users/assignments/queries.ts'
import { assignmentsSearch } from './users/assignments/search.ts'
import { userQuery, usersQuery } from './users/queries.ts'
import { usersSearch } from './users/search.ts'

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
  validateSearch: usersSearch,
  beforeLoad: requireAdmin,
  loader: ({ location }) => queryClient.ensureQueryData(usersQuery(usersSearch(location.search))),
  component: lazyRouteComponent(() => import('./users/users.tsx'), 'UsersScreen'),
  staticData: { title: 'Benutzer' },
})
const userDialogs = () => import('./users/dialogs.tsx')
const createUser = createRoute({
  getParentRoute: () => users,
  path: '/create',
  component: lazyRouteComponent(userDialogs, 'CreateUserDialog'),
  staticData: { title: 'Neuer Benutzer' },
})
const syncUsers = createRoute({
  getParentRoute: () => users,
  path: '/sync',
  component: lazyRouteComponent(() => import('./users/sync.tsx'), 'SyncDialog'),
  staticData: { title: 'Abgleich' },
})
const user = createRoute({
  getParentRoute: () => users,
  path: '/$user_id',
  params: {
    parse: ({ user_id }) => ({ user_id: Number(user_id) }),
    stringify: ({ user_id }) => ({ user_id: String(user_id) }),
  },
  loader: ({ params }) => queryClient.ensureQueryData(userQuery(params.user_id)),
  errorComponent: lazyRouteComponent(userDialogs, 'UserErrorDialog'),
  staticData: { title: 'Benutzer' },
})
const renameUser = createRoute({
  getParentRoute: () => user,
  path: '/rename',
  component: lazyRouteComponent(userDialogs, 'RenameUserDialog'),
  staticData: { title: 'Benutzer umbenennen' },
})
const changePrivileges = createRoute({
  getParentRoute: () => user,
  path: '/change_privileges',
  component: lazyRouteComponent(userDialogs, 'ChangePrivilegesDialog'),
  staticData: { title: 'Rechte ändern' },
})
const changePassword = createRoute({
  getParentRoute: () => user,
  path: '/change_password',
  component: lazyRouteComponent(userDialogs, 'ChangePasswordDialog'),
  staticData: { title: 'Passwort setzen' },
})

const groups = createRoute({
  getParentRoute: () => signedIn,
  path: '/groups',
  validateSearch: groupsSearch,
  beforeLoad: requireAdmin,
  loader: () => queryClient.ensureQueryData(customGroupsQuery),
  component: lazyRouteComponent(() => import('./groups/groups.tsx'), 'GroupsScreen'),
  staticData: { title: 'Gruppen' },
})
const groupDialogs = () => import('./groups/dialogs.tsx')
const createGroup = createRoute({
  getParentRoute: () => groups,
  path: '/create',
  component: lazyRouteComponent(groupDialogs, 'CreateGroupDialog'),
  staticData: { title: 'Neue Gruppe' },
})
const renameGroup = createRoute({
  getParentRoute: () => groups,
  path: '/$groupname/rename',
  component: lazyRouteComponent(groupDialogs, 'RenameGroupDialog'),
  staticData: { title: 'Gruppe umbenennen' },
})

const groupAssignments = createRoute({
  getParentRoute: () => signedIn,
  path: '/groupassignments',
  validateSearch: assignmentsSearch,
  beforeLoad: requireAdmin,
  loader: () => queryClient.ensureQueryData(assignmentsQuery),
  component: lazyRouteComponent(() => import('./users/assignments/assignments.tsx'), 'AssignmentsScreen'),
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
      users.addChildren([
        createUser,
        syncUsers,
        user.addChildren([renameUser, changePrivileges, changePassword]),
      ]),
      groups.addChildren([createGroup, renameGroup]),
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
  // The sign itself waits before it shows: a quick answer shall not flicker.
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
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
