// Every uploaded image is decoded and encoded again: a failure means that it is no image, and hidden data is
// dropped.
import sharp from 'sharp'
import {
  type Drawn,
  type Format,
  formatOf,
  formats,
  type ImageSize,
  imageLimits,
  isTooLarge,
} from './formats.ts'

/** In bytes. A larger PNG is probably a photo and is stored as WebP, which supports transparency too. */
const LARGE_PNG = 1_500_000

sharp.cache(false)
sharp.concurrency(1)

/** Undefined for unsupported images. The size is looked at before any pixel is decoded. */
export async function reEncode(
  sent: Buffer,
  { small = false } = {},
): Promise<Drawn | 'too_large' | undefined> {
  const format = formatOf(sent)
  if (!format) return undefined
  const bytes = format === 'png' ? withoutTexts(sent) : sent
  const size = await measure(bytes).catch(noImage)
  if (size && isTooLarge(size)) return 'too_large'
  return size && drawAll(bytes, format, small).catch(noImage)
}

/** Any error of the decoder counts as „no image“. */
const noImage = () => undefined

/** Size and estimated memory of an image. Progressive images are held in memory twice. */
async function measure(bytes: Buffer): Promise<ImageSize> {
  const head = await sharp(bytes, { limitInputPixels: false }).metadata()
  const { width, height, pages = 1, depth, isProgressive } = head
  const weight = width * height * 3 * (depth === 'ushort' ? 2 : 1) * (isProgressive ? 2 : 1)
  return { pixels: width * height * pages, weight }
}

async function drawAll(sent: Buffer, from: Format, small: boolean): Promise<Drawn> {
  const { format, bytes } = await drawFitting(sent, from, imageLimits.side)
  return {
    type: formats[format],
    bytes,
    ...(small && { small: await draw(bytes, format, imageLimits.smallSide) }),
  }
}

async function drawFitting(sent: Buffer, format: Format, side: number) {
  const bytes = await draw(sent, format, side)
  if (format !== 'png' || bytes.length <= LARGE_PNG) return { format, bytes }
  return { format: 'webp' as const, bytes: await draw(sent, 'webp', side) }
}

/** No `quality` for PNG, where it would mean 256 colours. */
const options = {
  jpeg: { quality: 82 },
  png: {},
  webp: { quality: 82, smartSubsample: true },
  gif: {},
} satisfies Record<Format, object>

const draw = (bytes: Buffer, format: Format, side: number) =>
  sharp(bytes, {
    limitInputPixels: imageLimits.pixels,
    failOn: 'error',
    animated: format === 'gif' || format === 'webp',
    sequentialRead: true,
  })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toFormat(format, options[format])
    .timeout({ seconds: 20 })
    .toBuffer()

/** Ancillary chunks that affect appearance; colour profiles only up to a normal size. */
const ancillary = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP'])
const LONGEST_PROFILE = 16_384
const SIGNATURE = 8
/** Bytes of length, name and checksum. */
const AROUND = 12

/**
 * Strips metadata from a PNG. Compressed texts and profiles can inflate a thousandfold, and the decoder would
 * unpack them before any limit applies.
 */
export function withoutTexts(png: Buffer): Buffer {
  const parts = [png.subarray(0, SIGNATURE)]
  for (let at = SIGNATURE; at + AROUND <= png.length; ) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    const isPixels = /^[A-Z]/.test(name)
    if (isPixels || (ancillary.has(name) && length <= LONGEST_PROFILE))
      parts.push(png.subarray(at, at + AROUND + length))
    at += AROUND + length
  }
  return Buffer.concat(parts)
}
