import { ask, Failed } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { versionsQuery } from './queries.ts'

const docsChanged = () => queryClient.invalidateQueries({ queryKey: ['docs'] })

/** Only if the server still has version `over`. */
export async function restoreVersion(doc_id: number, version: number, over: number) {
  try {
    const done = await ask('POST', '/docs/{doc_id}/versions/{version}/restore/', {
      params: { doc_id, version },
      headers: { 'if-match': `"${over}"` },
    })
    await docsChanged()
    return done.version
  } catch (problem) {
    if (!(problem instanceof Failed && problem.status === 412)) throw problem
    // Otherwise somebody has saved; the next attempt is based on that.
    const isDone = await isRestored(doc_id, version, over).catch(() => false)
    void docsChanged()
    if (isDone) return over + 1
    throw problem
  }
}

/** The version after `over` may be this restoration, with a lost answer. */
async function isRestored(doc_id: number, version: number, over: number): Promise<boolean> {
  const { items } = await queryClient.fetchQuery(versionsQuery(doc_id))
  const [newest] = items
  const restored = items.find((one) => one.version === version)
  return (
    restored !== undefined &&
    newest?.version === over + 1 &&
    newest.is_present &&
    newest.restores === restored.saved_at
  )
}

export async function nameVersion(doc_id: number, version: number, name: string) {
  await ask('PUT', '/docs/{doc_id}/versions/{version}/name/', { params: { doc_id, version }, body: { name } })
  await docsChanged()
}

export async function unnameVersion(doc_id: number, version: number) {
  await ask('DELETE', '/docs/{doc_id}/versions/{version}/name/', { params: { doc_id, version } })
  await docsChanged()
}
