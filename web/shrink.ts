// Scales an image down before upload, to the server's maximum or less. GIFs stay unchanged, since they may be
// animated.
import { imageSidePx } from '#contract/words/images.ts'

const GIF = 'image/gif'
const unconvertedTypes = new Set(['image/jpeg', 'image/png', 'image/webp', GIF])

export const isImage = (file: Blob) => file.type.startsWith('image/')

/**
 * True for text copied from Word or Excel. They add a picture of the text, which the person does not mean to paste. A
 * picture copied there has no text.
 */
export const isCopiedText = (data: DataTransfer) =>
  (data.types.includes('text/rtf') || data.types.includes('text/html')) &&
  data.getData('text/plain').trim() !== ''

/** Returns a data: URL. Throws if the browser cannot decode the image. */
export async function shrinkImage(file: Blob, side = imageSidePx): Promise<string> {
  if (file.type === GIF) return toDataUrl(file)
  const image = await createImageBitmap(file)
  const share = Math.min(1, side / Math.max(image.width, image.height))
  if (share === 1 && unconvertedTypes.has(file.type)) return toDataUrl(file)
  const canvas = new OffscreenCanvas(Math.round(image.width * share), Math.round(image.height * share))
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('Der Browser kann nicht zeichnen.')
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  // JPEG for photos; everything else may be transparent.
  const type = /jpeg|hei[cf]/.test(file.type) ? 'image/jpeg' : 'image/png'
  return toDataUrl(await canvas.convertToBlob({ type, quality: 0.85 }))
}

const toDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unlesbar')))
    reader.readAsDataURL(blob)
  })
