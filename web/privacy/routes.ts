/** The address of how long things are kept. What is stored about a person hangs on the list of users. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { ShieldIcon } from '#web/ui/icon.tsx'
import { retentionQuery } from './queries.ts'

export const retentionRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/retention',
  beforeLoad: requireAdmin,
  loader: () => queryClient.ensureQueryData(retentionQuery),
  component: lazyRouteComponent(() => import('./retention.tsx'), 'RetentionScreen'),
  staticData: { title: 'Datenschutz', menu: { icon: ShieldIcon, part: 'admin' } },
})
