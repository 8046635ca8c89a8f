import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { AuditIcon } from '#web/ui/icon.tsx'
import type { AuditSearch } from './search.ts'

const screen = () => import('./audit.tsx')

export const auditRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  /** Parsed by the screen, to keep it out of the start of the app. */
  validateSearch: (search: Record<string, unknown>): Partial<AuditSearch> => search,
  beforeLoad: requireAdmin,
  loader: async ({ location }) => (await screen()).loadAudit(location.search),
  component: lazyRouteComponent(screen, 'AuditScreen'),
  staticData: { title: 'Protokoll', menu: { icon: AuditIcon, part: 'settings' } },
})
