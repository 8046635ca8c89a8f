// Routes of the processes.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { requireAdmin } from '#web/shell/guard.ts'
import { signedInRoute } from '#web/shell/routes.ts'
import { DocumentsIcon } from '#web/ui/icon.tsx'
import { cachedUserId } from '#web/users/queries.ts'
import { answersQuery, docQuery, docsQuery } from './queries.ts'
import { defaultDocsSearch, docsSearch, readSearch, resultsSearch, visibilitySearch } from './search.ts'

const docs = createRoute({
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

const docDialogs = () => import('./dialogs.tsx')

const addDoc = createRoute({
  getParentRoute: () => docs,
  path: '/add',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(docDialogs, 'AddDocDialog'),
  staticData: { title: 'Neuer Prozess', dialog: true },
})

/** Parses the id. The router serialises a number without a function of ours. */
const docId = { parse: ({ doc_id }: { doc_id: string }) => ({ doc_id: Number(doc_id) }) }

const renameDoc = createRoute({
  getParentRoute: () => docs,
  path: '/$doc_id/rename',
  params: docId,
  beforeLoad: requireAdmin,
  loader: ({ params }) => queryClient.ensureQueryData(docQuery(params.doc_id)),
  component: lazyRouteComponent(docDialogs, 'RenameDocDialog'),
  errorComponent: lazyRouteComponent(docDialogs, 'DocErrorDialog'),
  staticData: { title: 'Prozess umbenennen', dialog: true },
})

const editDocStatus = createRoute({
  getParentRoute: () => docs,
  path: '/$doc_id/edit_status',
  params: docId,
  beforeLoad: requireAdmin,
  loader: ({ params }) => queryClient.ensureQueryData(docQuery(params.doc_id)),
  component: lazyRouteComponent(docDialogs, 'EditDocStatusDialog'),
  errorComponent: lazyRouteComponent(docDialogs, 'DocErrorDialog'),
  staticData: { title: 'Status ändern', dialog: true },
})

const docScreen = () => import('./doc.tsx')

/** One process, with tabs for administrators. */
const doc = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/docs/$doc_id',
  params: docId,
  loader: ({ params }) => queryClient.ensureQueryData(docQuery(params.doc_id)),
  component: lazyRouteComponent(docScreen, 'DocScreen'),
  staticData: { title: 'Prozess' },
})

const docStart = createRoute({
  getParentRoute: () => doc,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/docs/$doc_id/show', params, replace: true })
  },
})

const showDoc = createRoute({
  getParentRoute: () => doc,
  path: '/show',
  validateSearch: readSearch,
  loader: ({ params }) => queryClient.ensureQueryData(answersQuery(cachedUserId(), params.doc_id)),
  component: lazyRouteComponent(() => import('./read/read.tsx'), 'ReadScreen'),
  staticData: { title: 'Prozess' },
})

const editDoc = createRoute({
  getParentRoute: () => doc,
  path: '/edit',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./editor/editor-screen.tsx'), 'EditScreen'),
  staticData: { title: 'Prozess bearbeiten' },
})

const resultsScreen = () => import('./results/results.tsx')

const docResults = createRoute({
  getParentRoute: () => doc,
  path: '/active',
  validateSearch: resultsSearch,
  beforeLoad: requireAdmin,
  loader: async ({ params, location }) => (await resultsScreen()).loadResults(params.doc_id, location.search),
  component: lazyRouteComponent(resultsScreen, 'ResultsScreen'),
  staticData: { title: 'Ergebnisse' },
})

const docPeople = createRoute({
  getParentRoute: () => doc,
  path: '/people',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./people/people.tsx'), 'PeopleScreen'),
})

const docVersions = createRoute({
  getParentRoute: () => doc,
  path: '/versions',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./versions/versions.tsx'), 'VersionsScreen'),
})

const visibilityScreen = () => import('./visibility/visibility.tsx')

const docVisibility = createRoute({
  getParentRoute: () => doc,
  path: '/visibility',
  validateSearch: visibilitySearch,
  beforeLoad: requireAdmin,
  loader: async ({ params }) => (await visibilityScreen()).loadVisibility(params.doc_id),
  component: lazyRouteComponent(visibilityScreen, 'VisibilityScreen'),
  staticData: { title: 'Sichtbarkeit' },
})

export const docsRoutes = docs.addChildren([addDoc, renameDoc, editDocStatus])
export const docRoutes = doc.addChildren([
  docStart,
  showDoc,
  editDoc,
  docResults,
  docPeople,
  docVersions,
  docVisibility,
])
