// Every image that somebody sends is drawn anew: if that fails it is no image, and nothing hidden in it is kept.
import sharp from 'sharp'
import { type Drawn, type Format, formatOf, formats, type ImageSize, imageLimits } from './formats.ts'

/** A PNG beyond it is a photo: it is kept as WebP, which knows transparency too. */
const LARGE_PNG = 1_500_000

sharp.cache(false)
sharp.concurrency(1)

/** An image that was looked at, and not drawn yet. */
export type Seen = ImageSize & { draw(options?: { small?: boolean }): Promise<Drawn | undefined> }

/** Undefined for what is no image that is taken here. */
export async function lookAt(sent: Buffer): Promise<Seen | undefined> {
  const format = formatOf(sent)
  if (!format) return undefined
  const bytes = format === 'png' ? withoutTexts(sent) : sent
  const size = await measure(bytes).catch(noImage)
  return size && { ...size, draw: ({ small = false } = {}) => drawAll(bytes, format, small).catch(noImage) }
}

/** Any error of the decoder means that it is no image that can be shown. */
const noImage = () => undefined

/** What comes in passes is held twice, however small in the end. */
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

/** Without `quality` for PNG: there it means 256 colours, and bands in every sky. */
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

/** Chunks beside the pixels that decide how they look; profiles only up to a usual size. */
const kept = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP'])
const LONGEST_PROFILE = 16_384
const SIGNATURE = 8
/** Length, name and sum. */
const AROUND = 12

/**
 * A PNG without what is written beside its pixels. Packed texts and profiles burst to a thousand times their size, and
 * a decoder unpacks them before it can be told not to.
 */
export function withoutTexts(png: Buffer): Buffer {
  const parts = [png.subarray(0, SIGNATURE)]
  for (let at = SIGNATURE; at + AROUND <= png.length; ) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    const isPixels = /^[A-Z]/.test(name)
    if (isPixels || (kept.has(name) && length <= LONGEST_PROFILE))
      parts.push(png.subarray(at, at + AROUND + length))
    at += AROUND + length
  }
  return Buffer.concat(parts)
}
