// Mutations of documents.
import type { DocStatus } from '#contract/docs.ts'
import type { DocTemplateKey } from '#contract/words/templates.ts'
import { ask } from '#web/api.ts'
import { invalidateDocs } from './queries.ts'

export async function createDoc(name: string, template?: DocTemplateKey): Promise<number> {
  const { doc_id } = await ask('POST', '/docs/', { body: { name, ...(template && { template }) } })
  await invalidateDocs()
  return doc_id
}

export async function renameDoc(doc_id: number, name: string) {
  await ask('PUT', '/docs/{doc_id}/name/', { params: { doc_id }, body: { name } })
  await invalidateDocs()
}

export async function setDocStatus(doc_id: number, status: DocStatus) {
  await ask('PUT', '/docs/{doc_id}/status/', { params: { doc_id }, body: { status } })
  await invalidateDocs()
}

export async function copyDoc(doc_id: number): Promise<number> {
  const copy = await ask('POST', '/docs/{doc_id}/copy/', { params: { doc_id } })
  await invalidateDocs()
  return copy.doc_id
}

export async function removeDoc(doc_id: number) {
  await ask('DELETE', '/docs/{doc_id}/', { params: { doc_id } })
  await invalidateDocs()
}

export async function restoreDoc(doc_id: number) {
  await ask('POST', '/docs/{doc_id}/restore/', { params: { doc_id } })
  await invalidateDocs()
}

export async function resetResults(doc_id: number) {
  await ask('POST', '/docs/{doc_id}/userdata/reset/', { params: { doc_id } })
  await invalidateDocs()
}
