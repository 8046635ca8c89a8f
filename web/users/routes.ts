import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { keepAbsentParams, restoreListSearch } from '#web/lists/restore-list-search.ts'
import { queryClient } from '#web/query-client.ts'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { GridIcon, UsersIcon } from '#web/ui/icon.tsx'
import { assignmentsSearch } from './assignments/search.ts'
import { userQuery } from './queries.ts'
import { usersSearch } from './search.ts'

const importUsersScreen = () => import('./users.tsx')

const parseUsersSearch = keepAbsentParams(usersSearch)

const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/users',
  validateSearch: parseUsersSearch,
  beforeLoad: async ({ location }) => {
    await requireAdmin()
    restoreListSearch(location, 'users', usersSearch)
  },
  loader: async ({ location }) => (await importUsersScreen()).loadUsers(location.search),
  component: lazyRouteComponent(importUsersScreen, 'UsersScreen'),
  staticData: { title: 'Benutzer', menu: { icon: UsersIcon, part: 'people' } },
})

const importUserDialogs = () => import('./dialogs.tsx')

const createUserRoute = createRoute({
  getParentRoute: () => usersRoute,
  path: '/create',
  component: lazyRouteComponent(importUserDialogs, 'CreateUserDialog'),
  staticData: { title: 'Neuer Benutzer', dialog: true },
})

const importSyncDialog = () => import('./sync.tsx')

const syncUsersRoute = createRoute({
  getParentRoute: () => usersRoute,
  path: '/sync',
  loader: async () => (await importSyncDialog()).loadSync(),
  component: lazyRouteComponent(importSyncDialog, 'SyncDialog'),
  staticData: { title: 'Abgleich', dialog: true },
})

const importInviteDialog = () => import('#web/invitations/invite-dialog.tsx')

const importPeopleRoute = createRoute({
  getParentRoute: () => usersRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('./import.tsx'), 'ImportDialog'),
  staticData: { title: 'Personen aus einer Datei', dialog: true },
})

const inviteRoute = createRoute({
  getParentRoute: () => usersRoute,
  path: '/invite',
  /** `ids`: user ids with commas between them. Absent for everybody without access. */
  validateSearch: ({ ids }: { ids?: string }): { ids?: string } => (ids ? { ids } : {}),
  loader: async () => (await importInviteDialog()).loadOverview(),
  component: lazyRouteComponent(importInviteDialog, 'InviteDialog'),
  staticData: { title: 'Einladen', dialog: true },
})

const userIdParams = {
  parse: ({ user_id }: { user_id: string }) => ({ user_id: Number(user_id) }),
}

const userRoute = createRoute({
  getParentRoute: () => usersRoute,
  path: '/$user_id',
  params: userIdParams,
  loader: ({ params }) => queryClient.ensureQueryData(userQuery(params.user_id)),
  errorComponent: lazyRouteComponent(importUserDialogs, 'UserErrorDialog'),
  staticData: { title: 'Benutzer', dialog: true },
})

const renameUserRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/rename',
  component: lazyRouteComponent(importUserDialogs, 'RenameUserDialog'),
  staticData: { title: 'Benutzer umbenennen', dialog: true },
})

const changePrivilegesRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/change_privileges',
  component: lazyRouteComponent(importUserDialogs, 'ChangePrivilegesDialog'),
  staticData: { title: 'Rechte ändern', dialog: true },
})

const changePasswordRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/change_password',
  component: lazyRouteComponent(importUserDialogs, 'ChangePasswordDialog'),
  staticData: { title: 'Passwort setzen', dialog: true },
})

const importSessionsDialog = () => import('./sessions-dialog.tsx')

const userSessionsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/sessions',
  loader: async ({ params }) => (await importSessionsDialog()).loadSessions(params.user_id),
  component: lazyRouteComponent(importSessionsDialog, 'SessionsDialog'),
  staticData: { title: 'Sitzungen', dialog: true },
})

const userDataRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/data',
  component: lazyRouteComponent(() => import('#web/privacy/data-dialog.tsx'), 'DataDialog'),
  staticData: { title: 'Daten einer Person', dialog: true },
})

const importPersonScreen = () => import('./person.tsx')

/** A separate screen, not a dialog over the list. */
export const personRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/users/$user_id/person',
  params: userIdParams,
  beforeLoad: requireAdmin,
  loader: async ({ params }) => (await importPersonScreen()).loadPerson(params.user_id),
  component: lazyRouteComponent(importPersonScreen, 'PersonScreen'),
})

const importAssignmentsScreen = () => import('./assignments/assignments.tsx')

export const assignmentsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/groupassignments',
  validateSearch: assignmentsSearch,
  beforeLoad: requireAdmin,
  loader: async () => (await importAssignmentsScreen()).loadAssignments(),
  component: lazyRouteComponent(importAssignmentsScreen, 'AssignmentsScreen'),
  staticData: { title: 'Zuweisungen', menu: { icon: GridIcon, part: 'people' } },
})

export const usersRoutes = usersRoute.addChildren([
  createUserRoute,
  syncUsersRoute,
  importPeopleRoute,
  inviteRoute,
  userRoute.addChildren([
    renameUserRoute,
    changePrivilegesRoute,
    changePasswordRoute,
    userSessionsRoute,
    userDataRoute,
  ]),
])
