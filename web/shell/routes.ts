// The root route, and the parent of all routes that need a session.
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { Frame, FramePending, NoSuchPage } from './frame.tsx'
import { requireSession } from './guard.ts'
import { StartErrorScreen } from './offline.tsx'
import { NotFoundScreen, Root, ThingErrorScreen } from './root.tsx'

export const root = createRootRoute({
  component: Root,
  errorComponent: ThingErrorScreen,
  notFoundComponent: NotFoundScreen,
})

/** Everything but the login needs a session. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: Frame,
  pendingComponent: FramePending,
  notFoundComponent: NoSuchPage,
  errorComponent: StartErrorScreen,
})
