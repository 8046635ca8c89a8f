import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { keepAbsent, restoreListSearch } from '#web/lists/restore-list-search.ts'
import { queryClient } from '#web/query-client.ts'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { GridIcon, UsersIcon } from '#web/ui/icon.tsx'
import { assignmentsSearch } from './assignments/search.ts'
import { userQuery } from './queries.ts'
import { usersSearch } from './search.ts'

const usersScreen = () => import('./users.tsx')

const parseUsersSearch = keepAbsent(usersSearch)

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  validateSearch: parseUsersSearch,
  beforeLoad: async ({ location }) => {
    await requireAdmin()
    restoreListSearch(location, 'users', usersSearch)
  },
  loader: async ({ location }) => (await usersScreen()).loadUsers(location.search),
  component: lazyRouteComponent(usersScreen, 'UsersScreen'),
  staticData: { title: 'Benutzer', menu: { icon: UsersIcon, part: 'people' } },
})

const userDialogs = () => import('./dialogs.tsx')

const createUser = createRoute({
  getParentRoute: () => users,
  path: '/create',
  component: lazyRouteComponent(userDialogs, 'CreateUserDialog'),
  staticData: { title: 'Neuer Benutzer', dialog: true },
})

const syncDialog = () => import('./sync.tsx')

const syncUsers = createRoute({
  getParentRoute: () => users,
  path: '/sync',
  loader: async () => (await syncDialog()).loadSync(),
  component: lazyRouteComponent(syncDialog, 'SyncDialog'),
  staticData: { title: 'Abgleich', dialog: true },
})

const inviteDialog = () => import('#web/invitations/invite-dialog.tsx')

const importPeople = createRoute({
  getParentRoute: () => users,
  path: '/import',
  component: lazyRouteComponent(() => import('./import.tsx'), 'ImportDialog'),
  staticData: { title: 'Personen aus einer Datei', dialog: true },
})

const invite = createRoute({
  getParentRoute: () => users,
  path: '/invite',
  /** `ids`: user ids with commas between them. Absent for everybody without access. */
  validateSearch: ({ ids }: { ids?: string }): { ids?: string } => (ids ? { ids } : {}),
  loader: async () => (await inviteDialog()).loadOverview(),
  component: lazyRouteComponent(inviteDialog, 'InviteDialog'),
  staticData: { title: 'Einladen', dialog: true },
})

const oneUser = {
  parse: ({ user_id }: { user_id: string }) => ({ user_id: Number(user_id) }),
}

const user = createRoute({
  getParentRoute: () => users,
  path: '/$user_id',
  params: oneUser,
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

const sessionsDialog = () => import('./sessions-dialog.tsx')

const userSessions = createRoute({
  getParentRoute: () => user,
  path: '/sessions',
  loader: async ({ params }) => (await sessionsDialog()).loadSessions(params.user_id),
  component: lazyRouteComponent(sessionsDialog, 'SessionsDialog'),
  staticData: { title: 'Sitzungen', dialog: true },
})

const userData = createRoute({
  getParentRoute: () => user,
  path: '/data',
  component: lazyRouteComponent(() => import('#web/privacy/data-dialog.tsx'), 'DataDialog'),
  staticData: { title: 'Daten einer Person', dialog: true },
})

const personScreen = () => import('./person.tsx')

/** A separate screen, not a dialog over the list. */
export const personRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/users/$user_id/person',
  params: oneUser,
  beforeLoad: requireAdmin,
  loader: async ({ params }) => (await personScreen()).loadPerson(params.user_id),
  component: lazyRouteComponent(personScreen, 'PersonScreen'),
})

const assignmentsScreen = () => import('./assignments/assignments.tsx')

export const groupAssignmentsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/groupassignments',
  validateSearch: assignmentsSearch,
  beforeLoad: requireAdmin,
  loader: async () => (await assignmentsScreen()).loadAssignments(),
  component: lazyRouteComponent(assignmentsScreen, 'AssignmentsScreen'),
  staticData: { title: 'Zuweisungen', menu: { icon: GridIcon, part: 'people' } },
})

export const usersRoutes = users.addChildren([
  createUser,
  syncUsers,
  importPeople,
  invite,
  user.addChildren([renameUser, changePrivileges, changePassword, userSessions, userData]),
])
