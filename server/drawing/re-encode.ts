// Every uploaded image is decoded and encoded again: a failure means that it is no image, and hidden data is
// dropped.
import sharp from 'sharp'
import {
  type EncodedImage,
  type Format,
  formatOf,
  formats,
  type ImageSize,
  imageLimits,
  isTooLarge,
} from './formats.ts'

/** A larger PNG is probably a photo and is stored as WebP, which supports transparency too. */
const LARGE_PNG_BYTES = 1_500_000

sharp.cache(false)
sharp.concurrency(1)

/** Undefined if the decoder fails or the format is not supported. Checks the size before any pixel is decoded. */
export async function reEncode(
  sent: Buffer,
  { small = false } = {},
): Promise<EncodedImage | 'too_large' | undefined> {
  const format = formatOf(sent)
  if (!format) return undefined
  const bytes = format === 'png' ? stripPngMetadata(sent) : sent
  const size = await measure(bytes).catch(noImage)
  if (size && isTooLarge(size)) return 'too_large'
  return size && encodeWithPreview(bytes, format, small).catch(noImage)
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

async function encodeWithPreview(sent: Buffer, from: Format, small: boolean): Promise<EncodedImage> {
  const { format, bytes } = await encodeCompactly(sent, from, imageLimits.side)
  return {
    type: formats[format],
    bytes,
    ...(small && { small: await resizeAndEncode(bytes, format, imageLimits.smallSide) }),
  }
}

async function encodeCompactly(sent: Buffer, format: Format, side: number) {
  const bytes = await resizeAndEncode(sent, format, side)
  if (format !== 'png' || bytes.length <= LARGE_PNG_BYTES) return { format, bytes }
  return { format: 'webp' as const, bytes: await resizeAndEncode(sent, 'webp', side) }
}

/** No `quality` for PNG, where it would mean 256 colours. */
const options = {
  jpeg: { quality: 82 },
  png: {},
  webp: { quality: 82, smartSubsample: true },
  gif: {},
} satisfies Record<Format, object>

const resizeAndEncode = (bytes: Buffer, format: Format, side: number) =>
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
const allowedAncillaryChunks = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP'])
const MAX_PROFILE_BYTES = 16_384
const PNG_SIGNATURE_BYTES = 8
/** Bytes of length, name and checksum. */
const CHUNK_OVERHEAD_BYTES = 12

/**
 * Strips metadata from a PNG. Compressed texts and profiles can inflate a thousandfold, and the decoder would
 * unpack them before any limit applies.
 */
export function stripPngMetadata(png: Buffer): Buffer {
  const parts = [png.subarray(0, PNG_SIGNATURE_BYTES)]
  for (let at = PNG_SIGNATURE_BYTES; at + CHUNK_OVERHEAD_BYTES <= png.length; ) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    const isPixels = /^[A-Z]/.test(name)
    if (isPixels || (allowedAncillaryChunks.has(name) && length <= MAX_PROFILE_BYTES))
      parts.push(png.subarray(at, at + CHUNK_OVERHEAD_BYTES + length))
    at += CHUNK_OVERHEAD_BYTES + length
  }
  return Buffer.concat(parts)
}
