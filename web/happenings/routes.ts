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
import { TeamList, TeamTable } from './timesheet/pictures.ts'

const happeningsScreen = () => import('./happenings.tsx')

const parseHappeningsSearch = keepAbsentParams(happeningsSearch)

const happenings = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/happenings',
  validateSearch: parseHappeningsSearch,
  beforeLoad: async ({ location }) => {
    await requireHappenings()
    restoreListSearch(location, 'happenings', happeningsSearch)
  },
  loader: async ({ location }) => (await happeningsScreen()).loadHappenings(location),
  component: lazyRouteComponent(happeningsScreen, 'HappeningsScreen'),
  staticData: {
    title: 'Veranstaltungen',
    menu: { icon: CalendarIcon, part: 'work', inBar: 'Zeiten', isFor: (user) => user.may_see_happenings },
  },
})

const syncDialog = () => import('./sync.tsx')

const syncHappenings = createRoute({
  getParentRoute: () => happenings,
  path: '/sync',
  beforeLoad: requireAdmin,
  loader: async () => (await syncDialog()).loadSync(),
  component: lazyRouteComponent(syncDialog, 'SyncDialog'),
  staticData: { title: 'Abgleich', dialog: true },
})

const happeningDialogs = () => import('./dialogs.tsx')

/** Numbers are serialised as they are. */
const happeningId = {
  parse: ({ happening_id }: { happening_id: string }) => ({ happening_id: Number(happening_id) }),
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

const happeningScreen = () => import('./happening.tsx')

const happening = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/happenings/$happening_id',
  params: happeningId,
  validateSearch: happeningSearch,
  beforeLoad: requireHappenings,
  loader: ({ params: { happening_id }, location }) =>
    Promise.all([
      queryClient.ensureQueryData(happeningQuery(happening_id)),
      queryClient.ensureQueryData(subhappeningsQuery(happening_id, happeningSearch(location.search))),
    ]),
  component: lazyRouteComponent(happeningScreen, 'HappeningScreen'),
  pendingComponent: Pending,
  staticData: { title: 'Veranstaltung' },
})

const partIds = {
  parse: ({ happening_id, subhappening_id }: { happening_id: string; subhappening_id: string }) => ({
    happening_id: Number(happening_id),
    subhappening_id: Number(subhappening_id),
  }),
}

const changeRecorders = createRoute({
  getParentRoute: () => happening,
  path: '/$subhappening_id/change_users',
  params: {
    parse: ({ subhappening_id }) => ({ subhappening_id: Number(subhappening_id) }),
  },
  beforeLoad: requireAdmin,
  loader: ({ params }) => queryClient.ensureQueryData(partQuery(params)),
  component: lazyRouteComponent(() => import('./recorders.tsx'), 'ChangeUsersDialog'),
  errorComponent: lazyRouteComponent(happeningDialogs, 'HappeningErrorDialog'),
  staticData: { title: 'Zeiterfasser ändern', dialog: true },
})

const timesheetScreen = () => import('./timesheet/timesheet.tsx')

export const timesheetRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/happenings/$happening_id/$subhappening_id/timesheet',
  params: partIds,
  validateSearch: timesheetSearch,
  beforeLoad: requireHappenings,
  loader: ({ params, location }) =>
    Promise.all([
      queryClient.ensureQueryData(partQuery(params)),
      queryClient.ensureQueryData(timesQuery(params, timesheetSearch(location.search))),
      (fitsDesktop(TIMESHEET_DESKTOP_REM) ? TeamTable : TeamList).preload?.(),
      timesheetScreen().then(({ loadDrafts }) => loadDrafts(params.subhappening_id)),
    ]),
  component: lazyRouteComponent(timesheetScreen, 'TimesheetScreen'),
  staticData: { title: 'Zeiten' },
})

export const happeningsRoutes = happenings.addChildren([syncHappenings, editHappeningStatus])
export const happeningRoutes = happening.addChildren([changeRecorders])
