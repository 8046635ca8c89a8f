import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { keepAbsentParams, restoreListSearch } from '#web/lists/restore-list-search.ts'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { GroupsIcon } from '#web/ui/icon.tsx'
import { groupsSearch } from './search.ts'

const importGroupsScreen = () => import('./groups.tsx')

const parseGroupsSearch = keepAbsentParams(groupsSearch)

const groupsListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/groups',
  validateSearch: parseGroupsSearch,
  beforeLoad: async ({ location }) => {
    await requireAdmin()
    restoreListSearch(location, 'groups', groupsSearch)
  },
  loader: async () => (await importGroupsScreen()).loadGroups(),
  component: lazyRouteComponent(importGroupsScreen, 'GroupsScreen'),
  staticData: { title: 'Gruppen', menu: { icon: GroupsIcon, part: 'people' } },
})

const importGroupDialogs = () => import('./dialogs.tsx')

const createGroupRoute = createRoute({
  getParentRoute: () => groupsListRoute,
  path: '/create',
  component: lazyRouteComponent(importGroupDialogs, 'CreateGroupDialog'),
  staticData: { title: 'Neue Gruppe', dialog: true },
})

const renameGroupRoute = createRoute({
  getParentRoute: () => groupsListRoute,
  path: '/$groupname/rename',
  component: lazyRouteComponent(importGroupDialogs, 'RenameGroupDialog'),
  staticData: { title: 'Gruppe umbenennen', dialog: true },
})

export const groupsRoutes = groupsListRoute.addChildren([createGroupRoute, renameGroupRoute])
