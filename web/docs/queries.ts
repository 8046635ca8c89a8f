import { queryOptions } from '@tanstack/react-query'
import type { Doc, DocStatus } from '#contract/docs.ts'
import { ask, askNewer, type Tagged } from '#web/api.ts'
import { every } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import type { DocsSearch, ResultsSearch } from './search.ts'

export const docsQuery = ({ status, ...query }: DocsSearch) =>
  queryOptions({
    queryKey: ['docs', 'list', status, query],
    queryFn: ({ signal }) => ask('GET', '/docs/', { query: { ...query, filter_status: status }, signal }),
    refetchInterval: every(5_000),
  })

export const docQuery = (doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id],
    queryFn: ({ signal }): Promise<Tagged<Doc>> => {
      const known = queryClient.getQueryData<Tagged<Doc>>(['docs', 'one', doc_id])
      return askNewer('/docs/{doc_id}/', known, { params: { doc_id }, signal })
    },
  })

/** The key has the person in it: whoever signs in next on this device does not find these. */
export const answersQuery = (user_id: number, doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'answers', user_id],
    queryFn: ({ signal }) => ask('GET', '/docs/{doc_id}/currentuserdata/', { params: { doc_id }, signal }),
  })

export const visibilityQuery = (doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'visibility'],
    queryFn: ({ signal }) => ask('GET', '/docs/{doc_id}/visibility/', { params: { doc_id }, signal }),
  })

export const resultsQuery = (doc_id: number, query: ResultsSearch) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'results', query],
    queryFn: ({ signal }) => ask('GET', '/docs/{doc_id}/userdata/', { params: { doc_id }, query, signal }),
    refetchInterval: every(5_000),
  })

export const roundsQuery = (doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'rounds'],
    queryFn: ({ signal }) => ask('GET', '/docs/{doc_id}/userdata/rounds/', { params: { doc_id }, signal }),
  })

/** A change of one document may be visible in the list too. */
const docsChanged = () => queryClient.invalidateQueries({ queryKey: ['docs'] })

export async function createDoc(name: string): Promise<number> {
  const { doc_id } = await ask('POST', '/docs/', { body: { name } })
  await docsChanged()
  return doc_id
}

export async function renameDoc(doc_id: number, name: string) {
  await ask('PUT', '/docs/{doc_id}/name/', { params: { doc_id }, body: { name } })
  await docsChanged()
}

export async function setDocStatus(doc_id: number, status: DocStatus) {
  await ask('PUT', '/docs/{doc_id}/status/', { params: { doc_id }, body: { status } })
  await docsChanged()
}

export async function copyDoc(doc_id: number): Promise<number> {
  const copy = await ask('POST', '/docs/{doc_id}/copy/', { params: { doc_id } })
  await docsChanged()
  return copy.doc_id
}

export async function removeDoc(doc_id: number) {
  await ask('DELETE', '/docs/{doc_id}/', { params: { doc_id } })
  await docsChanged()
}

export async function restoreDoc(doc_id: number) {
  await ask('POST', '/docs/{doc_id}/restore/', { params: { doc_id } })
  await docsChanged()
}

export async function resetResults(doc_id: number) {
  await ask('POST', '/docs/{doc_id}/userdata/reset/', { params: { doc_id } })
  await docsChanged()
}
