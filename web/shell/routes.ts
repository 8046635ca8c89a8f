// The root route, and the parent of all routes that need a session.
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { Frame, FramedNotFound, FramePending } from './frame.tsx'
import { requireSession } from './guard.ts'
import { StartErrorScreen } from './offline.tsx'
import { NotFoundScreen, RecordErrorScreen, Root } from './root.tsx'

export const rootRoute = createRootRoute({
  component: Root,
  errorComponent: RecordErrorScreen,
  notFoundComponent: NotFoundScreen,
})

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: Frame,
  pendingComponent: FramePending,
  notFoundComponent: FramedNotFound,
  errorComponent: StartErrorScreen,
})
