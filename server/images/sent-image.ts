import { imageTooLargeSentence } from '#contract/words/images.ts'
import { type EncodedImage, imageLimits } from '#server/drawing/formats.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { countStoredBytes } from './store.ts'

type Parts = Pick<Kontor, 'db' | 'budgets' | 'drawing'>
type Options = { small?: boolean; field?: string }

/** Re-encodes an uploaded image, or refuses it with a sentence. */
export async function reencodeUpload(kontor: Parts, by: { id: number }, url: string, options?: Options) {
  const [drawn] = await reencodeUploads(kontor, by, [url], options)
  return drawn as EncodedImage
}

/**
 * Re-encodes several images in order; if one is refused, all are. The rate limit and the storage quota are checked
 * first.
 */
export async function reencodeUploads(
  { db, budgets, drawing }: Parts,
  by: { id: number },
  urls: readonly string[],
  { field = 'image', ...options }: Options = {},
): Promise<EncodedImage[]> {
  const sent = urls.map(bytesOf)
  if (sent.some((bytes) => bytes && bytes.length > imageLimits.bytes))
    throw refuse('too_large', imageTooLargeSentence)
  budgets.spend('images', by.id, sent.length)
  const { most, seconds } = budgets.table.stored.image_bytes
  if ((await countStoredBytes(db, by.id, seconds)) >= most)
    throw budgets.refusal('image_bytes', QUOTA_RETRY_SECONDS)
  const all: EncodedImage[] = []
  for (const bytes of sent) {
    const drawn = bytes && (await drawing.draw(bytes, options))
    if (!drawn) throw refuseInvalid(['body', field], noImage)
    all.push(drawn)
  }
  return all
}

const noImage = 'Das ist kein Bild, das hier gezeigt werden kann (PNG, JPEG, WebP, GIF).'

/** The sum over a day shrinks gradually, so a retry makes sense after this many seconds. */
const QUOTA_RETRY_SECONDS = 3_600

const dataUrlPattern = /^data:[\w.+-]+\/[\w.+-]+;base64,([A-Za-z0-9+/\s]+={0,2})$/

/** Decodes a data: URL; undefined for anything else. */
function bytesOf(url: string): Buffer | undefined {
  const encoded = dataUrlPattern.exec(url)?.[1]
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64')
}
