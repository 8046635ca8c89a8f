import type { Tree } from '#contract/document/tree.ts'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { docQuery, invalidateDocs } from '../queries.ts'
import type { EditedContent } from './editor.ts'
import type { DraftOwner } from './saving/drafts.ts'

/** Saves if the server still has the version `over`. Returns the new version. */
export async function saveDoc(
  { doc_id, user_id }: DraftOwner,
  { content, renames }: EditedContent,
  over: number,
): Promise<number> {
  const hasRenames = Object.keys(renames).length > 0
  const { version } = await ask('PATCH', '/docs/{doc_id}/', {
    params: { doc_id },
    body: { content, user_id, ...(hasRenames && { renames }) },
    headers: { 'if-match': `"${over}"` },
  })
  cacheSaved(doc_id, content, version)
  return version
}

/** Updates the cache at once, or the next poll would report the own save as somebody else's. */
function cacheSaved(doc_id: number, content: Tree, version: number) {
  const { queryKey } = docQuery(doc_id)
  queryClient.setQueryData(queryKey, (doc) => doc && { ...doc, content, version })
  void invalidateDocs()
}

export const fetchFreshDoc = (doc_id: number) => queryClient.fetchQuery({ ...docQuery(doc_id), staleTime: 0 })

export async function uploadImage(doc_id: number, image: string): Promise<string> {
  const { src } = await ask('POST', '/docs/{doc_id}/images/', { params: { doc_id }, body: { image } })
  return src
}
