// Route of retention periods. Data about a person belongs to the list of users.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { ShieldIcon } from '#web/ui/icon.tsx'

const importScreen = () => import('./retention.tsx')

export const retentionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/retention',
  beforeLoad: requireAdmin,
  loader: async () => (await importScreen()).loadRetention(),
  component: lazyRouteComponent(importScreen, 'RetentionScreen'),
  staticData: { title: 'Datenschutz', menu: { icon: ShieldIcon, part: 'settings' } },
})
