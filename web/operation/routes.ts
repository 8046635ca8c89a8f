/** The address of the screen „Betrieb“. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { OperationIcon } from '#web/ui/icon.tsx'
import { backupsQuery, operationQuery } from './queries.ts'

export const operationRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/operation',
  beforeLoad: requireAdmin,
  loader: () =>
    Promise.all([queryClient.ensureQueryData(operationQuery), queryClient.ensureQueryData(backupsQuery)]),
  component: lazyRouteComponent(() => import('./operation.tsx'), 'OperationScreen'),
  staticData: { title: 'Betrieb', menu: { icon: OperationIcon, part: 'admin' } },
})
