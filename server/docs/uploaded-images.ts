import { imagePath, uploadedImageId } from '#contract/document/addresses.ts'
import { nodesOf, type Tree } from '#contract/document/tree.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { reencodeUpload } from '#server/images/sent-image.ts'
import { insertImage } from '#server/images/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { getDocHead } from './store.ts'

export function collectImageIds(content: Tree): string[] {
  const ids = new Set<string>()
  for (const { type, attrs } of nodesOf(content)) {
    const id = type === 'image' ? uploadedImageId(attrs?.['src'] as string) : undefined
    if (id) ids.add(id)
  }
  return [...ids]
}

/** Until a saved document contains the image, only administrators can see it. */
export async function uploadImage(kontor: Kontor, by: Caller, docId: number, url: string): Promise<string> {
  const { db } = kontor
  await getDocHead(db, by, docId)
  const image_id = await insertImage(db, by.id, await reencodeUpload(kontor, by, url), { is_for_docs: true })
  await audit(db, by.id, 'doc.image', { doc_id: docId, image_id })
  return imagePath(image_id)
}
