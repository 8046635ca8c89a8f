// Every component in every state on one page, for eyes and for tests; it is no part of the product.
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/ui/base.css'
import { Kit } from './kit.tsx'

const root = createRootRoute({ component: Kit })
const paths = ['/', '/lesen', '/bearbeiten', '/ergebnisse', '/sichtbarkeit']
const routes = paths.map((path) => createRoute({ getParentRoute: () => root, path }))
const router = createRouter({
  routeTree: root.addChildren(routes),
  history: createMemoryHistory({ initialEntries: ['/lesen'] }),
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    {/* Its own small set of routes, not the product's, whose types are registered. */}
    <RouterProvider router={router as never} />
  </StrictMode>,
)
