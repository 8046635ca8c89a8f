import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { AuditIcon } from '#web/ui/icon.tsx'
import type { AuditSearch } from './search.ts'

const importScreen = () => import('./audit.tsx')

export const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/audit',
  /** Validated by the screen, which loads lazily: the parser stays out of the app's first chunk. */
  validateSearch: (search: Record<string, unknown>): Partial<AuditSearch> => search,
  beforeLoad: requireAdmin,
  loader: async ({ location }) => (await importScreen()).loadAudit(location.search),
  component: lazyRouteComponent(importScreen, 'AuditScreen'),
  staticData: { title: 'Protokoll', menu: { icon: AuditIcon, part: 'settings' } },
})
