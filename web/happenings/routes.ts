import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { keepAbsentParams, restoreListSearch } from '#web/lists/restore-list-search.ts'
import { queryClient } from '#web/query-client.ts'
import { requireAdmin, requireHappenings } from '#web/shell/guard.ts'
import { Pending } from '#web/shell/pending.tsx'
import { signedInRoute } from '#web/shell/routes.ts'
import { CalendarIcon } from '#web/ui/icon.tsx'
import { happeningQuery, partQuery, subhappeningsQuery, timesQuery } from './queries.ts'
import { fitsDesktop, TIMESHEET_DESKTOP_REM } from './room.ts'
import { happeningSearch, happeningsSearch, timesheetSearch } from './search.ts'
import { TeamList, TeamTable } from './timesheet/lazy-views.ts'

const importHappeningsScreen = () => import('./happenings.tsx')

const parseHappeningsSearch = keepAbsentParams(happeningsSearch)

const happeningsListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/happenings',
  validateSearch: parseHappeningsSearch,
  beforeLoad: async ({ location }) => {
    await requireHappenings()
    restoreListSearch(location, 'happenings', happeningsSearch)
  },
  loader: async ({ location }) => (await importHappeningsScreen()).loadHappenings(location),
  component: lazyRouteComponent(importHappeningsScreen, 'HappeningsScreen'),
  staticData: {
    title: 'Veranstaltungen',
    menu: { icon: CalendarIcon, part: 'work', inBar: 'Zeiten', isFor: (user) => user.may_see_happenings },
  },
})

const importSyncDialog = () => import('./sync.tsx')

const syncHappeningsRoute = createRoute({
  getParentRoute: () => happeningsListRoute,
  path: '/sync',
  beforeLoad: requireAdmin,
  loader: async () => (await importSyncDialog()).loadSync(),
  component: lazyRouteComponent(importSyncDialog, 'SyncDialog'),
  staticData: { title: 'Abgleich', dialog: true },
})

const importHappeningDialogs = () => import('./dialogs.tsx')

/** Has no `stringify`: the router itself converts numbers to text. */
const happeningIdParams = {
  parse: ({ happening_id }: { happening_id: string }) => ({ happening_id: Number(happening_id) }),
}

const editHappeningStatusRoute = createRoute({
  getParentRoute: () => happeningsListRoute,
  path: '/$happening_id/edit_status',
  params: happeningIdParams,
  beforeLoad: requireAdmin,
  loader: ({ params }) => queryClient.ensureQueryData(happeningQuery(params.happening_id)),
  component: lazyRouteComponent(importHappeningDialogs, 'EditStatusDialog'),
  errorComponent: lazyRouteComponent(importHappeningDialogs, 'HappeningErrorDialog'),
  staticData: { title: 'Status ändern', dialog: true },
})

const importHappeningScreen = () => import('./happening.tsx')

const happeningDetailRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/happenings/$happening_id',
  params: happeningIdParams,
  validateSearch: happeningSearch,
  beforeLoad: requireHappenings,
  loader: ({ params: { happening_id }, location }) =>
    Promise.all([
      queryClient.ensureQueryData(happeningQuery(happening_id)),
      queryClient.ensureQueryData(subhappeningsQuery(happening_id, happeningSearch(location.search))),
    ]),
  component: lazyRouteComponent(importHappeningScreen, 'HappeningScreen'),
  pendingComponent: Pending,
  staticData: { title: 'Veranstaltung' },
})

const partIdParams = {
  parse: ({ happening_id, subhappening_id }: { happening_id: string; subhappening_id: string }) => ({
    happening_id: Number(happening_id),
    subhappening_id: Number(subhappening_id),
  }),
}

const changeRecordersRoute = createRoute({
  getParentRoute: () => happeningDetailRoute,
  path: '/$subhappening_id/change_users',
  params: {
    parse: ({ subhappening_id }) => ({ subhappening_id: Number(subhappening_id) }),
  },
  beforeLoad: requireAdmin,
  loader: ({ params }) => queryClient.ensureQueryData(partQuery(params)),
  component: lazyRouteComponent(() => import('./recorders.tsx'), 'ChangeRecordersDialog'),
  errorComponent: lazyRouteComponent(importHappeningDialogs, 'HappeningErrorDialog'),
  staticData: { title: 'Zeiterfasser ändern', dialog: true },
})

const importTimesheetScreen = () => import('./timesheet/timesheet.tsx')

export const timesheetRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/happenings/$happening_id/$subhappening_id/timesheet',
  params: partIdParams,
  validateSearch: timesheetSearch,
  beforeLoad: requireHappenings,
  loader: ({ params, location }) =>
    Promise.all([
      queryClient.ensureQueryData(partQuery(params)),
      queryClient.ensureQueryData(timesQuery(params, timesheetSearch(location.search))),
      (fitsDesktop(TIMESHEET_DESKTOP_REM) ? TeamTable : TeamList).preload?.(),
      importTimesheetScreen().then(({ loadDrafts }) => loadDrafts(params.subhappening_id)),
    ]),
  component: lazyRouteComponent(importTimesheetScreen, 'TimesheetScreen'),
  staticData: { title: 'Zeiten' },
})

export const happeningsRoutes = happeningsListRoute.addChildren([
  syncHappeningsRoute,
  editHappeningStatusRoute,
])
export const happeningRoutes = happeningDetailRoute.addChildren([changeRecordersRoute])
