import { ask, Failed } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'

const docsChanged = () => queryClient.invalidateQueries({ queryKey: ['docs'] })

/** Only over the version `over`. */
export async function restoreVersion(doc_id: number, version: number, over: number) {
  try {
    const done = await ask('POST', '/docs/{doc_id}/versions/{version}/restore/', {
      params: { doc_id, version },
      headers: { 'if-match': `"${over}"` },
    })
    await docsChanged()
    return done.version
  } catch (problem) {
    // Somebody has saved meanwhile: the next try is over what they have saved.
    if (problem instanceof Failed && problem.status === 412) void docsChanged()
    throw problem
  }
}

export async function nameVersion(doc_id: number, version: number, name: string) {
  await ask('PUT', '/docs/{doc_id}/versions/{version}/name/', { params: { doc_id, version }, body: { name } })
  await docsChanged()
}

export async function unnameVersion(doc_id: number, version: number) {
  await ask('DELETE', '/docs/{doc_id}/versions/{version}/name/', { params: { doc_id, version } })
  await docsChanged()
}
