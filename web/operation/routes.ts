import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { OperationIcon } from '#web/ui/icon.tsx'

const importScreen = () => import('./operation.tsx')

export const operationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operation',
  beforeLoad: requireAdmin,
  loader: async () => (await importScreen()).loadOperation(),
  component: lazyRouteComponent(importScreen, 'OperationScreen'),
  staticData: { title: 'Betrieb', menu: { icon: OperationIcon, part: 'settings' } },
})
