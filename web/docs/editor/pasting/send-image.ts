// Sends an image to the server, small enough, and says why where that fails.
import { imageTooLarge, longestImage } from '#contract/words/images.ts'
import { Failed } from '#web/api.ts'
import { toast } from '#web/ui/toast/toast-store.ts'

/** Resolves to the address of the image on the server. */
export type Upload = (dataUrl: string) => Promise<string>

/** Its address on the server; without one a message has said why. */
export async function sendImage(picture: File | string, upload: Upload): Promise<string | undefined> {
  try {
    const data = typeof picture === 'string' ? picture : await shrunk(picture)
    if (data.length > longestImage) {
      toastError(imageTooLarge)
      return undefined
    }
    return await upload(data)
  } catch (error) {
    toastError(error instanceof Failed ? error.message : 'Dieses Bild kann der Browser nicht lesen.')
    return undefined
  }
}

const toastError = (sentence: string) => toast(sentence, { tone: 'danger' })

export const refuseFile = ({ name }: File) =>
  toastError(`„${name}“ ist kein Bild. Einfügen lassen sich hier PNG, JPEG, WebP und GIF.`)

/** A first description: the name of the file, unless a camera or the clipboard made it up. */
export function altOf({ name }: File): string | null {
  const plain = name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return plain === '' || /^(image|img|dsc|pxl|screenshot)? ?\d*$/i.test(plain) ? null : plain
}

/** What makes it small comes with the first picture. */
const shrunk = async (picture: Blob) => (await import('#web/shrink.ts')).shrink(picture)
