import { Failed } from '#web/api.ts'
import { isImage, shrink } from '#web/shrink.ts'

/** What the server takes. Nearly every photo is far below it once it is made smaller. */
const MOST_BYTES = 8 * 1024 * 1024

/** A picture as it is sent. What cannot be sent throws a sentence that says why. */
export async function pictureOf(file: File): Promise<string> {
  const noPicture = 'Das ist kein Bild, das hier gezeigt werden kann (PNG, JPEG, WebP, GIF).'
  if (!isImage(file)) throw new Failed(0, noPicture)
  const address = await shrink(file).catch(() => {
    throw new Failed(0, noPicture)
  })
  if ((address.length * 3) / 4 > MOST_BYTES) throw new Failed(0, 'Das Bild ist größer als 8 MB.')
  return address
}
