import { ask, CallError } from '#web/api.ts'
import { invalidateDocs } from '../queries.ts'

/** Restores a version if the server still has version `over`, or has the restored content already. */
export async function restoreVersion(doc_id: number, version: number, over: number) {
  try {
    const done = await ask('POST', '/docs/{doc_id}/versions/{version}/restore/', {
      params: { doc_id, version },
      headers: { 'if-match': `"${over}"` },
    })
    await invalidateDocs()
    return done.version
  } catch (problem) {
    // Somebody has saved meanwhile: refetches, so that the next attempt is based on their version.
    if (problem instanceof CallError && problem.status === 412) void invalidateDocs()
    throw problem
  }
}

export async function nameVersion(doc_id: number, version: number, name: string) {
  await ask('PUT', '/docs/{doc_id}/versions/{version}/name/', { params: { doc_id, version }, body: { name } })
  await invalidateDocs()
}

export async function removeVersionName(doc_id: number, version: number) {
  await ask('DELETE', '/docs/{doc_id}/versions/{version}/name/', { params: { doc_id, version } })
  await invalidateDocs()
}
