/** The address of the audit log. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { AuditIcon } from '#web/ui/icon.tsx'
import { auditSearch } from './search.ts'

const screen = () => import('./audit.tsx')

export const auditRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  validateSearch: auditSearch,
  beforeLoad: requireAdmin,
  loader: async ({ location }) => (await screen()).loadAudit(auditSearch(location.search)),
  component: lazyRouteComponent(screen, 'AuditScreen'),
  staticData: { title: 'Protokoll', menu: { icon: AuditIcon, part: 'admin' } },
})
