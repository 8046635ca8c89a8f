import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { RefreshIcon } from '#web/ui/icon.tsx'

export const integrationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/integrations',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./integrations.tsx'), 'IntegrationsScreen'),
  staticData: { title: 'Schnittstellen', menu: { icon: RefreshIcon, part: 'settings' } },
})
