import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedIn } from '#web/shell/routes.ts'
import { InfoIcon } from '#web/ui/icon.tsx'

const screen = () => import('./help.tsx')

/** `from`: path of the screen on which the user opened the help. */
type HelpSearch = { chapter?: string; filter?: string; from?: string }

export const helpRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/help',
  validateSearch: (search: HelpSearch) => search,
  component: lazyRouteComponent(screen, 'HelpScreen'),
  staticData: { title: 'Hilfe', menu: { icon: InfoIcon, part: 'own', asksFrom: true } },
})
