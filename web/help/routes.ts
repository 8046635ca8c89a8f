import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '#web/shell/routes.ts'
import { InfoIcon } from '#web/ui/icon.tsx'

const importScreen = () => import('./help.tsx')

/** `from`: path of the screen on which the user opened the help. */
type HelpSearch = { chapter?: string; filter?: string; from?: string }

export const helpRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/help',
  validateSearch: (search: HelpSearch) => search,
  component: lazyRouteComponent(importScreen, 'HelpScreen'),
  staticData: { title: 'Hilfe', menu: { icon: InfoIcon, part: 'own', asksFrom: true } },
})
