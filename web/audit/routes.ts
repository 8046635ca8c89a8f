/** The address of the audit log. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedIn } from '#web/shell/routes.ts'
import { AuditIcon } from '#web/ui/icon.tsx'
import { auditQuery } from './queries.ts'
import { auditSearch } from './search.ts'

export const auditRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  validateSearch: auditSearch,
  beforeLoad: requireAdmin,
  loader: ({ location }) => queryClient.ensureQueryData(auditQuery(auditSearch(location.search))),
  component: lazyRouteComponent(() => import('./audit.tsx'), 'AuditScreen'),
  staticData: { title: 'Protokoll', menu: { icon: AuditIcon, part: 'admin' } },
})
