import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { OperationIcon } from '#web/ui/icon.tsx'

const screen = () => import('./operation.tsx')

export const operationRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/operation',
  beforeLoad: requireAdmin,
  loader: async () => (await screen()).loadOperation(),
  component: lazyRouteComponent(screen, 'OperationScreen'),
  staticData: { title: 'Betrieb', menu: { icon: OperationIcon, part: 'settings' } },
})
