import { imageTooLarge } from '#contract/words/images.ts'
import { type Drawn, imageLimits } from '#server/drawing/formats.ts'
import { invalid, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { countStoredBytes } from './store.ts'

type Parts = Pick<Kontor, 'db' | 'budgets' | 'drawing'>
type Options = { small?: boolean; field?: string }

/** Re-encodes an uploaded image, or refuses it with a sentence. */
export async function drawSent(kontor: Parts, by: { id: number }, url: string, options?: Options) {
  const [drawn] = await drawAllSent(kontor, by, [url], options)
  return drawn as Drawn
}

/**
 * Re-encodes several images in order; if one is refused, all are. The rate limit and the storage quota are checked
 * first.
 */
export async function drawAllSent(
  { db, budgets, drawing }: Parts,
  by: { id: number },
  urls: readonly string[],
  { field = 'image', ...options }: Options = {},
): Promise<Drawn[]> {
  const sent = urls.map(bytesOf)
  if (sent.some((bytes) => bytes && bytes.length > imageLimits.bytes))
    throw refuse('too_large', imageTooLarge)
  budgets.spend('images', by.id, sent.length)
  const { most, seconds } = budgets.table.stored.image_bytes
  if ((await countStoredBytes(db, by.id, seconds)) >= most) throw budgets.refusal('image_bytes', AN_HOUR)
  const all: Drawn[] = []
  for (const bytes of sent) {
    const drawn = bytes && (await drawing.draw(bytes, options))
    if (!drawn) throw invalid(['body', field], noImage)
    all.push(drawn)
  }
  return all
}

const noImage = 'Das ist kein Bild, das hier gezeigt werden kann (PNG, JPEG, WebP, GIF).'

/** The sum over a day shrinks gradually, so a retry makes sense after this many seconds. */
const AN_HOUR = 3_600

const dataUrlPattern = /^data:[\w.+-]+\/[\w.+-]+;base64,([A-Za-z0-9+/\s]+={0,2})$/

/** Decodes a data: URL; undefined for anything else. */
function bytesOf(url: string): Buffer | undefined {
  const encoded = dataUrlPattern.exec(url)?.[1]
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64')
}
