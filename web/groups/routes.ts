/** The addresses of the groups. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { GroupsIcon } from '#web/ui/icon.tsx'
import { customGroupsQuery } from './queries.ts'
import { groupsSearch } from './search.ts'

const groups = createRoute({
  getParentRoute: () => signedIn,
  path: '/groups',
  validateSearch: groupsSearch,
  beforeLoad: requireAdmin,
  loader: () => queryClient.ensureQueryData(customGroupsQuery),
  component: lazyRouteComponent(() => import('./groups.tsx'), 'GroupsScreen'),
  staticData: { title: 'Gruppen', menu: { icon: GroupsIcon, part: 'admin' } },
})

const groupDialogs = () => import('./dialogs.tsx')

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

export const groupsRoutes = groups.addChildren([createGroup, renameGroup])
