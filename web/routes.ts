/** Every address of the app on one page. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { descriptionQuery } from './api-reference/queries.ts'
import { LoginScreen } from './auth/login.tsx'
import { roomsQuery } from './chat/queries.ts'
import { chatSearch, roomOf } from './chat/search.ts'
import {
  answersQuery,
  docQuery,
  docsQuery,
  resultsQuery,
  roundsQuery,
  visibilityQuery,
} from './docs/queries.ts'
import { docsSearch, resultsSearch, startSearch, visibilitySearch } from './docs/search.ts'
import { customGroupsQuery, groupsQuery } from './groups/queries.ts'
import { groupsSearch } from './groups/search.ts'
import {
  happeningQuery,
  happeningsQuery,
  lastSyncQuery as lastHappeningSync,
  partQuery,
  subhappeningsQuery,
  timesQuery,
  typesQuery,
} from './happenings/queries.ts'
import { happeningSearch, happeningsSearch, timesheetSearch } from './happenings/search.ts'
import { devicesQuery, wishesQuery } from './push/queries.ts'
import { queryClient } from './query-client.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { Frame } from './shell/frame.tsx'
import { requireAdmin, requireHappenings, requireSession } from './shell/guard.ts'
import { StartErrorScreen } from './shell/offline.tsx'
import { Pending } from './shell/pending.tsx'
import { ErrorScreen, NotFoundScreen, Root } from './shell/root.tsx'
import { assignmentsQuery } from './users/assignments/queries.ts'
import { assignmentsSearch } from './users/assignments/search.ts'
import { knownUserId, lastSyncQuery as lastUserSync, userQuery, usersQuery } from './users/queries.ts'
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
  errorComponent: StartErrorScreen,
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
  loader: ({ location }) => queryClient.ensureQueryData(docsQuery(docsSearch(location.search))),
  component: lazyRouteComponent(() => import('./docs/docs.tsx'), 'DocsScreen'),
  staticData: { title: 'Prozesse' },
})
const docDialogs = () => import('./docs/dialogs.tsx')
const addDoc = createRoute({
  getParentRoute: () => docs,
  path: '/add',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(docDialogs, 'AddDocDialog'),
  staticData: { title: 'Neuer Prozess', dialog: true },
})
const docId = {
  parse: ({ doc_id }: { doc_id: string }) => ({ doc_id: Number(doc_id) }),
  stringify: ({ doc_id }: { doc_id: number }) => ({ doc_id: String(doc_id) }),
}
const renameDoc = createRoute({
  getParentRoute: () => docs,
  path: '/$doc_id/rename',
  params: docId,
  beforeLoad: requireAdmin,
  loader: ({ params }) => queryClient.ensureQueryData(docQuery(params.doc_id)),
  component: lazyRouteComponent(docDialogs, 'RenameDocDialog'),
  errorComponent: lazyRouteComponent(docDialogs, 'DocErrorDialog'),
  staticData: { title: 'Prozess umbenennen', dialog: true },
})
const editDocStatus = createRoute({
  getParentRoute: () => docs,
  path: '/$doc_id/edit_status',
  params: docId,
  beforeLoad: requireAdmin,
  loader: ({ params }) => queryClient.ensureQueryData(docQuery(params.doc_id)),
  component: lazyRouteComponent(docDialogs, 'EditDocStatusDialog'),
  errorComponent: lazyRouteComponent(docDialogs, 'DocErrorDialog'),
  staticData: { title: 'Status ändern', dialog: true },
})
/** One process, with a tab for each thing that an administrator does with it. */
const doc = createRoute({
  getParentRoute: () => signedIn,
  path: '/docs/$doc_id',
  params: docId,
  loader: ({ params }) => queryClient.ensureQueryData(docQuery(params.doc_id)),
  component: lazyRouteComponent(() => import('./docs/doc.tsx'), 'DocScreen'),
  errorComponent: lazyRouteComponent(() => import('./docs/doc.tsx'), 'DocErrorScreen'),
  staticData: { title: 'Prozess' },
})
const docStart = createRoute({
  getParentRoute: () => doc,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/docs/$doc_id/show', params, replace: true })
  },
})
const showDoc = createRoute({
  getParentRoute: () => doc,
  path: '/show',
  loader: ({ params }) => queryClient.ensureQueryData(answersQuery(knownUserId(), params.doc_id)),
  component: lazyRouteComponent(() => import('./docs/read/read.tsx'), 'ReadScreen'),
  staticData: { title: 'Prozess' },
})
const editDoc = createRoute({
  getParentRoute: () => doc,
  path: '/edit',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./docs/editor/edit.tsx'), 'EditScreen'),
  staticData: { title: 'Prozess bearbeiten' },
})
const docResults = createRoute({
  getParentRoute: () => doc,
  path: '/active',
  validateSearch: resultsSearch,
  beforeLoad: requireAdmin,
  loader: ({ params, location }) =>
    Promise.all([
      queryClient.ensureQueryData(resultsQuery(params.doc_id, resultsSearch(location.search))),
      queryClient.ensureQueryData(roundsQuery(params.doc_id)),
    ]),
  component: lazyRouteComponent(() => import('./docs/results/results.tsx'), 'ResultsScreen'),
  staticData: { title: 'Ergebnisse' },
})
const docVisibility = createRoute({
  getParentRoute: () => doc,
  path: '/visibility',
  validateSearch: visibilitySearch,
  beforeLoad: requireAdmin,
  loader: ({ params }) =>
    Promise.all([
      queryClient.ensureQueryData(visibilityQuery(params.doc_id)),
      queryClient.ensureQueryData(groupsQuery),
    ]),
  component: lazyRouteComponent(() => import('./docs/visibility/visibility.tsx'), 'VisibilityScreen'),
  staticData: { title: 'Sichtbarkeit' },
})

const happenings = createRoute({
  getParentRoute: () => signedIn,
  path: '/happenings',
  validateSearch: happeningsSearch,
  beforeLoad: requireHappenings,
  loader: ({ location }) =>
    Promise.all([
      queryClient.ensureQueryData(happeningsQuery(happeningsSearch(location.search))),
      queryClient.ensureQueryData(typesQuery),
    ]),
  component: lazyRouteComponent(() => import('./happenings/happenings.tsx'), 'HappeningsScreen'),
  staticData: { title: 'Veranstaltungen' },
})
const syncHappenings = createRoute({
  getParentRoute: () => happenings,
  path: '/sync',
  beforeLoad: requireAdmin,
  loader: () => queryClient.fetchQuery(lastHappeningSync),
  component: lazyRouteComponent(() => import('./happenings/sync/sync.tsx'), 'SyncDialog'),
  staticData: { title: 'Abgleich', dialog: true },
})
const happeningDialogs = () => import('./happenings/dialogs.tsx')
const happeningId = {
  parse: ({ happening_id }: { happening_id: string }) => ({ happening_id: Number(happening_id) }),
  stringify: ({ happening_id }: { happening_id: number }) => ({ happening_id: String(happening_id) }),
}
const editHappeningStatus = createRoute({
  getParentRoute: () => happenings,
  path: '/$happening_id/edit_status',
  params: happeningId,
  beforeLoad: requireAdmin,
  loader: ({ params }) => queryClient.ensureQueryData(happeningQuery(params.happening_id)),
  component: lazyRouteComponent(happeningDialogs, 'EditStatusDialog'),
  errorComponent: lazyRouteComponent(happeningDialogs, 'HappeningErrorDialog'),
  staticData: { title: 'Status ändern', dialog: true },
})
const happening = createRoute({
  getParentRoute: () => signedIn,
  path: '/happenings/$happening_id',
  params: happeningId,
  validateSearch: happeningSearch,
  beforeLoad: requireHappenings,
  loader: ({ params: { happening_id }, location }) =>
    Promise.all([
      queryClient.ensureQueryData(happeningQuery(happening_id)),
      queryClient.ensureQueryData(subhappeningsQuery(happening_id, happeningSearch(location.search))),
    ]),
  component: lazyRouteComponent(() => import('./happenings/happening.tsx'), 'HappeningScreen'),
  errorComponent: lazyRouteComponent(() => import('./happenings/happening.tsx'), 'HappeningErrorScreen'),
  pendingComponent: Pending,
  staticData: { title: 'Veranstaltung' },
})
const partIds = {
  parse: ({ happening_id, subhappening_id }: { happening_id: string; subhappening_id: string }) => ({
    happening_id: Number(happening_id),
    subhappening_id: Number(subhappening_id),
  }),
  stringify: ({ happening_id, subhappening_id }: { happening_id: number; subhappening_id: number }) => ({
    happening_id: String(happening_id),
    subhappening_id: String(subhappening_id),
  }),
}
const changeRecorders = createRoute({
  getParentRoute: () => happening,
  path: '/$subhappening_id/change_users',
  params: {
    parse: ({ subhappening_id }) => ({ subhappening_id: Number(subhappening_id) }),
    stringify: ({ subhappening_id }) => ({ subhappening_id: String(subhappening_id) }),
  },
  beforeLoad: requireAdmin,
  loader: ({ params }) => queryClient.ensureQueryData(partQuery(params)),
  component: lazyRouteComponent(() => import('./happenings/recorders.tsx'), 'ChangeUsersDialog'),
  errorComponent: lazyRouteComponent(happeningDialogs, 'HappeningErrorDialog'),
  staticData: { title: 'Zeiterfasser ändern', dialog: true },
})
const timesheet = createRoute({
  getParentRoute: () => signedIn,
  path: '/happenings/$happening_id/$subhappening_id/timesheet',
  params: partIds,
  validateSearch: timesheetSearch,
  beforeLoad: requireHappenings,
  loader: ({ params, location }) =>
    Promise.all([
      queryClient.ensureQueryData(partQuery(params)),
      queryClient.ensureQueryData(timesQuery(params, timesheetSearch(location.search))),
    ]),
  component: lazyRouteComponent(() => import('./happenings/timesheet/timesheet.tsx'), 'TimesheetScreen'),
  errorComponent: lazyRouteComponent(() => import('./happenings/happening.tsx'), 'HappeningErrorScreen'),
  staticData: { title: 'Zeiten' },
})
const chat = createRoute({
  getParentRoute: () => signedIn,
  path: '/chat',
  validateSearch: chatSearch,
  loader: ({ location }) =>
    Promise.all([
      queryClient.ensureQueryData(roomsQuery('groups', chatSearch(location.search))),
      queryClient.ensureQueryData(roomsQuery('direct', { show_hidden: false })),
    ]),
  component: lazyRouteComponent(() => import('./chat/chat.tsx'), 'ChatScreen'),
  staticData: { title: 'Chat' },
})
const noRoom = createRoute({
  getParentRoute: () => chat,
  path: '/',
  component: lazyRouteComponent(() => import('./chat/chat.tsx'), 'NoRoomScreen'),
  staticData: { title: 'Chat' },
})
const chatRoom = createRoute({
  getParentRoute: () => chat,
  path: '/$room/$group_id',
  params: {
    parse: ({ room, group_id }) => ({ room, group_id: Number(group_id) }),
    stringify: ({ room, group_id }) => ({ room, group_id: String(group_id) }),
  },
  beforeLoad: ({ params }) => {
    if (!roomOf(params.room, params.group_id)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./chat/room/room.tsx'), 'RoomScreen'),
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
  staticData: { title: 'Neuer Benutzer', dialog: true },
})
const syncUsers = createRoute({
  getParentRoute: () => users,
  path: '/sync',
  loader: () => queryClient.fetchQuery(lastUserSync),
  component: lazyRouteComponent(() => import('./users/sync.tsx'), 'SyncDialog'),
  staticData: { title: 'Abgleich', dialog: true },
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
  staticData: { title: 'Benutzer', dialog: true },
})
const renameUser = createRoute({
  getParentRoute: () => user,
  path: '/rename',
  component: lazyRouteComponent(userDialogs, 'RenameUserDialog'),
  staticData: { title: 'Benutzer umbenennen', dialog: true },
})
const changePrivileges = createRoute({
  getParentRoute: () => user,
  path: '/change_privileges',
  component: lazyRouteComponent(userDialogs, 'ChangePrivilegesDialog'),
  staticData: { title: 'Rechte ändern', dialog: true },
})
const changePassword = createRoute({
  getParentRoute: () => user,
  path: '/change_password',
  component: lazyRouteComponent(userDialogs, 'ChangePasswordDialog'),
  staticData: { title: 'Passwort setzen', dialog: true },
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
  staticData: { title: 'Neue Gruppe', dialog: true },
})
const renameGroup = createRoute({
  getParentRoute: () => groups,
  path: '/$groupname/rename',
  component: lazyRouteComponent(groupDialogs, 'RenameGroupDialog'),
  staticData: { title: 'Gruppe umbenennen', dialog: true },
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
  loader: () =>
    Promise.all([queryClient.ensureQueryData(devicesQuery), queryClient.ensureQueryData(wishesQuery)]),
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
      docs.addChildren([addDoc, renameDoc, editDocStatus]),
      doc.addChildren([docStart, showDoc, editDoc, docResults, docVisibility]),
      happenings.addChildren([syncHappenings, editHappeningStatus]),
      happening.addChildren([changeRecorders]),
      timesheet,
      chat.addChildren([noRoom, chatRoom]),
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
  defaultPendingComponent: Pending,
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
    /** It lies over its parent's screen. */
    dialog?: boolean
  }
}
