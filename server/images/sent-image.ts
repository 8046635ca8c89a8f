import { invalid, refuse } from '#server/http/errors.ts'
import { type Drawn, imageLimits, reEncode } from './re-encode.ts'

/** What somebody sends as an image, drawn anew. Refused in a sentence where that cannot be. */
export async function drawSent(url: string, options: { small?: boolean } = {}): Promise<Drawn> {
  const bytes = bytesOf(url)
  if (bytes && bytes.length > imageLimits.bytes) throw refuse('too_large', 'Das Bild ist größer als 8 MB.')
  const drawn = bytes && (await reEncode(bytes, options))
  if (!drawn)
    throw invalid(
      ['body', 'image'],
      'Das ist kein Bild, das hier gezeigt werden kann (PNG, JPEG, WebP, GIF).',
    )
  return drawn
}

const dataUrl = /^data:[\w.+-]+\/[\w.+-]+;base64,([A-Za-z0-9+/\s]+={0,2})$/

/** The bytes of a data: address, undefined where it is none. */
function bytesOf(url: string): Buffer | undefined {
  const encoded = dataUrl.exec(url)?.[1]
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64')
}
