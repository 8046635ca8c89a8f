// Route of „Heute“.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { unsentQuery } from '#web/outbox/unsent.ts'
import { queryClient } from '#web/query-client.ts'
import { signedIn } from '#web/shell/routes.ts'
import { TodayIcon } from '#web/ui/icon.tsx'
import { currentUserQuery } from '#web/users/queries.ts'
import { todayQuery } from './queries.ts'

export const todayRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/today',
  async loader() {
    const me = await queryClient.ensureQueryData(currentUserQuery)
    // The card of what waits on this device would push the others down.
    await Promise.all([queryClient.ensureQueryData(todayQuery), queryClient.ensureQueryData(unsentQuery(me))])
  },
  component: lazyRouteComponent(() => import('./today.tsx'), 'TodayScreen'),
  staticData: { title: 'Heute', menu: { icon: TodayIcon, part: 'work', inBar: 'Heute' } },
})
