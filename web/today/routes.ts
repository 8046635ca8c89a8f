import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { TodayIcon } from '#web/ui/icon.tsx'
import { todayQuery } from './queries.ts'

export const todayRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/today',
  loader: () => queryClient.ensureQueryData(todayQuery),
  component: lazyRouteComponent(() => import('./today.tsx'), 'TodayScreen'),
  staticData: { title: 'Heute', menu: { icon: TodayIcon, part: 'work', inBar: 'Heute' } },
})
