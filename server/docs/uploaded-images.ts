import { uploadedImage } from '#contract/document/addresses.ts'
import { nodesOf, type Tree } from '#contract/document/tree.ts'

/** The ids of the uploaded images that a document shows. */
export function imagesOf(content: Tree): string[] {
  const ids = new Set<string>()
  for (const { type, attrs } of nodesOf(content)) {
    const id = type === 'image' ? uploadedImage(attrs?.['src'] as string) : undefined
    if (id) ids.add(id)
  }
  return [...ids]
}
