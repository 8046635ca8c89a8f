// Accepted image formats and their bounds.
import { imageSidePx, maxImageBytes } from '#contract/words/images.ts'

export const imageLimits = { bytes: maxImageBytes, pixels: 40_000_000, side: imageSidePx, smallSide: 480 }
export const formats = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' } as const
export type Format = keyof typeof formats
export type EncodedImage = { type: (typeof formats)[Format]; bytes: Buffer; small?: Buffer }

/** Number of pixels, and estimated memory for re-encoding in bytes. */
export type ImageSize = { pixels: number; weight: number }
const MAX_WEIGHT_BYTES = 130_000_000
export const isTooLarge = ({ pixels, weight }: ImageSize) =>
  pixels > imageLimits.pixels || weight > MAX_WEIGHT_BYTES

/**
 * Detected by magic number; the name and the declared type are ignored. Only these four formats reach a decoder.
 */
export function formatOf(bytes: Buffer): Format | undefined {
  const starts = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text
  if (starts('\xff\xd8\xff')) return 'jpeg'
  if (starts('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp'
  if (starts('GIF87a') || starts('GIF89a')) return 'gif'
  return undefined
}
