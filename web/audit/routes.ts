import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { AuditIcon } from '#web/ui/icon.tsx'
import type { AuditSearch } from './search.ts'

const screen = () => import('./audit.tsx')

export const auditRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  /** Validated by the screen, which loads lazily: the parser stays out of the app's first chunk. */
  validateSearch: (search: Record<string, unknown>): Partial<AuditSearch> => search,
  beforeLoad: requireAdmin,
  loader: async ({ location }) => (await screen()).loadAudit(location.search),
  component: lazyRouteComponent(screen, 'AuditScreen'),
  staticData: { title: 'Protokoll', menu: { icon: AuditIcon, part: 'settings' } },
})
