import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { keepAbsentParams, restoreListSearch } from '#web/lists/restore-list-search.ts'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { GroupsIcon } from '#web/ui/icon.tsx'
import { groupsSearch } from './search.ts'

const groupsScreen = () => import('./groups.tsx')

const parseGroupsSearch = keepAbsentParams(groupsSearch)

const groups = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/groups',
  validateSearch: parseGroupsSearch,
  beforeLoad: async ({ location }) => {
    await requireAdmin()
    restoreListSearch(location, 'groups', groupsSearch)
  },
  loader: async () => (await groupsScreen()).loadGroups(),
  component: lazyRouteComponent(groupsScreen, 'GroupsScreen'),
  staticData: { title: 'Gruppen', menu: { icon: GroupsIcon, part: 'people' } },
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
