// Route of retention periods. Data about a person belongs to the list of users.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { ShieldIcon } from '#web/ui/icon.tsx'

const screen = () => import('./retention.tsx')

export const retentionRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/retention',
  beforeLoad: requireAdmin,
  loader: async () => (await screen()).loadRetention(),
  component: lazyRouteComponent(screen, 'RetentionScreen'),
  staticData: { title: 'Datenschutz', menu: { icon: ShieldIcon, part: 'settings' } },
})
