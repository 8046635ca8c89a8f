// Versions of a process: list, single version or comparison, by search params.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Loading } from '#web/ui/states.tsx'
import { docQuery } from '../queries.ts'
import { Comparison } from './comparison.tsx'
import { OneVersion } from './one-version.tsx'
import { versionsSearch } from './search.ts'
import { VersionList } from './version-list.tsx'

const route = getRouteApi('/signed-in/docs/$doc_id/versions')

export function VersionsScreen() {
  const { doc_id } = route.useParams()
  const { data: doc } = useSuspenseQuery(docQuery(doc_id))
  const { version, with: other } = versionsSearch(route.useSearch())
  return (
    <Suspense key={`${version} ${other}`} fallback={<Loading />}>
      {version === undefined ? (
        <VersionList doc={doc} />
      ) : other === undefined ? (
        <OneVersion doc={doc} version={version} />
      ) : (
        <Comparison doc={doc} version={version} other={other} />
      )}
    </Suspense>
  )
}
