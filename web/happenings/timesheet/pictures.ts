// A team's times as a table for a desk, and as a list for a phone. The route awaits the one that there is room for,
// and then it stands with the first paint: with React's own `lazy` nothing would stand first, and that for 0.3 s at
// least.
import { lazyRouteComponent } from '@tanstack/react-router'

export const TeamTable = lazyRouteComponent(() => import('./desk/team-table.tsx'), 'TeamTable')
export const TeamList = lazyRouteComponent(() => import('./phone/team-list.tsx'), 'TeamList')
