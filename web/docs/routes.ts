// Routes of the processes.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { DocumentsIcon } from '#web/ui/icon.tsx'
import { cachedUserId } from '#web/users/queries.ts'
import { answersQuery, docQuery, docsQuery } from './queries.ts'
import { defaultDocsSearch, docsSearch, readScreenSearch, resultsSearch, visibilitySearch } from './search.ts'

const docsListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/docs',
  validateSearch: docsSearch,
  loader: ({ location }) => queryClient.ensureQueryData(docsQuery(docsSearch(location.search))),
  component: lazyRouteComponent(() => import('./docs.tsx'), 'DocsScreen'),
  staticData: {
    title: 'Prozesse',
    menu: { icon: DocumentsIcon, part: 'work', inBar: 'Prozesse', search: defaultDocsSearch },
  },
})

const importDocDialogs = () => import('./dialogs.tsx')

const addDocRoute = createRoute({
  getParentRoute: () => docsListRoute,
  path: '/add',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(importDocDialogs, 'AddDocDialog'),
  staticData: { title: 'Neuer Prozess', dialog: true },
})

/** Parses the id. The router serialises a number without a function of ours. */
const docIdParams = { parse: ({ doc_id }: { doc_id: string }) => ({ doc_id: Number(doc_id) }) }

const renameDocRoute = createRoute({
  getParentRoute: () => docsListRoute,
  path: '/$doc_id/rename',
  params: docIdParams,
  beforeLoad: requireAdmin,
  loader: ({ params }) => queryClient.ensureQueryData(docQuery(params.doc_id)),
  component: lazyRouteComponent(importDocDialogs, 'RenameDocDialog'),
  errorComponent: lazyRouteComponent(importDocDialogs, 'DocErrorDialog'),
  staticData: { title: 'Prozess umbenennen', dialog: true },
})

const editDocStatusRoute = createRoute({
  getParentRoute: () => docsListRoute,
  path: '/$doc_id/edit_status',
  params: docIdParams,
  beforeLoad: requireAdmin,
  loader: ({ params }) => queryClient.ensureQueryData(docQuery(params.doc_id)),
  component: lazyRouteComponent(importDocDialogs, 'EditDocStatusDialog'),
  errorComponent: lazyRouteComponent(importDocDialogs, 'DocErrorDialog'),
  staticData: { title: 'Status ändern', dialog: true },
})

const importDocScreen = () => import('./doc.tsx')

/** One process, with tabs for administrators. */
const docDetailRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/docs/$doc_id',
  params: docIdParams,
  loader: ({ params }) => queryClient.ensureQueryData(docQuery(params.doc_id)),
  component: lazyRouteComponent(importDocScreen, 'DocScreen'),
  staticData: { title: 'Prozess' },
})

const docIndexRoute = createRoute({
  getParentRoute: () => docDetailRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/docs/$doc_id/show', params, replace: true })
  },
})

const showDocRoute = createRoute({
  getParentRoute: () => docDetailRoute,
  path: '/show',
  validateSearch: readScreenSearch,
  loader: ({ params }) => queryClient.ensureQueryData(answersQuery(cachedUserId(), params.doc_id)),
  component: lazyRouteComponent(() => import('./read/read.tsx'), 'ReadScreen'),
  staticData: { title: 'Prozess' },
})

const editDocRoute = createRoute({
  getParentRoute: () => docDetailRoute,
  path: '/edit',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./editor/editor-screen.tsx'), 'EditScreen'),
  staticData: { title: 'Prozess bearbeiten' },
})

const importResultsScreen = () => import('./results/results.tsx')

const docResultsRoute = createRoute({
  getParentRoute: () => docDetailRoute,
  path: '/active',
  validateSearch: resultsSearch,
  beforeLoad: requireAdmin,
  loader: async ({ params, location }) =>
    (await importResultsScreen()).loadResults(params.doc_id, location.search),
  component: lazyRouteComponent(importResultsScreen, 'ResultsScreen'),
  staticData: { title: 'Ergebnisse' },
})

const docPeopleRoute = createRoute({
  getParentRoute: () => docDetailRoute,
  path: '/people',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./people/people.tsx'), 'PeopleScreen'),
})

const docVersionsRoute = createRoute({
  getParentRoute: () => docDetailRoute,
  path: '/versions',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./versions/versions.tsx'), 'VersionsScreen'),
})

const importVisibilityScreen = () => import('./visibility/visibility.tsx')

const docVisibilityRoute = createRoute({
  getParentRoute: () => docDetailRoute,
  path: '/visibility',
  validateSearch: visibilitySearch,
  beforeLoad: requireAdmin,
  loader: async ({ params }) => (await importVisibilityScreen()).loadVisibility(params.doc_id),
  component: lazyRouteComponent(importVisibilityScreen, 'VisibilityScreen'),
  staticData: { title: 'Sichtbarkeit' },
})

export const docsRoutes = docsListRoute.addChildren([addDocRoute, renameDocRoute, editDocStatusRoute])
export const docRoutes = docDetailRoute.addChildren([
  docIndexRoute,
  showDocRoute,
  editDocRoute,
  docResultsRoute,
  docPeopleRoute,
  docVersionsRoute,
  docVisibilityRoute,
])
