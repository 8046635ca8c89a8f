// All components in all states on one page, for review and tests; not part of the product.
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
    {/* The kit's own router; the registered types are the product's. */}
    <RouterProvider router={router as never} />
  </StrictMode>,
)
