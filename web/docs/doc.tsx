import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { createContext, useState } from 'react'
import { isGone } from '#web/api.ts'
import { NotFoundScreen } from '#web/shell/root.tsx'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { Page } from '#web/ui/page.tsx'
import { TabBar } from '#web/ui/tab-bar.tsx'
import { HeadActions } from './head-actions.tsx'
import { lastListStore } from './last-list.ts'
import { docQuery } from './queries.ts'
import { defaultResultsSearch } from './search.ts'
import { StatusBadge } from './status.tsx'

const route = getRouteApi('/signed-in/docs/$doc_id')

/** Callback for inner screens to report unsaved input. */
export const UnsavedContext = createContext<(hasUnsaved: boolean) => void>(() => {})

/** Screen of a process: its name, and tabs for administrators. */
export function DocScreen() {
  const { doc_id } = route.useParams()
  const { data: doc, error } = useSuspenseQuery(docQuery(doc_id))
  const gone = isGone(error)
  const [hasUnsaved, setHasUnsaved] = useState(false)
  const isShown = !gone || hasUnsaved
  useWindowTitle(isShown ? doc.name : undefined)
  // The process was deleted or hidden after opening. The screen stays while it has unsaved answers.
  if (!isShown) return <NotFoundScreen />
  const isAdmins = doc.can.administer && !gone
  return (
    <Page
      title={doc.name}
      breadcrumb={[
        <Link key="docs" to="/docs" search={lastListStore.get()}>
          Prozesse
        </Link>,
      ]}
      aside={
        isAdmins && (
          <>
            <StatusBadge status={doc.status} />
            <HeadActions doc={doc} />
          </>
        )
      }
      tabs={isAdmins && <DocTabs doc_id={doc_id} />}
    >
      <UnsavedContext value={setHasUnsaved}>
        <Outlet />
      </UnsavedContext>
    </Page>
  )
}

function DocTabs({ doc_id }: { doc_id: number }) {
  const params = { doc_id }
  // A tab is the current one whatever filters the address has.
  const activeOptions = { includeSearch: false }
  return (
    <TabBar label="Ansichten des Prozesses">
      <Link to="/docs/$doc_id/show" params={params}>
        Lesen
      </Link>
      <Link to="/docs/$doc_id/edit" params={params}>
        Bearbeiten
      </Link>
      <Link
        to="/docs/$doc_id/active"
        params={params}
        search={defaultResultsSearch}
        activeOptions={activeOptions}
      >
        Ergebnisse
      </Link>
      <Link to="/docs/$doc_id/people" params={params} activeOptions={activeOptions}>
        Stand
      </Link>
      <Link
        to="/docs/$doc_id/visibility"
        params={params}
        search={{ filter: '' }}
        activeOptions={activeOptions}
      >
        Sichtbarkeit
      </Link>
    </TabBar>
  )
}
