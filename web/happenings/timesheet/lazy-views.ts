// Chunks of the desktop table and the phone list. The route awaits the one it needs, so that this chunk is
// part of the first paint. React's `lazy` would show nothing for at least 0.3 s.
import { lazyRouteComponent } from '@tanstack/react-router'

export const TeamTable = lazyRouteComponent(() => import('./desk/team-table.tsx'), 'TeamTable')
export const TeamList = lazyRouteComponent(() => import('./phone/team-list.tsx'), 'TeamList')
