/** What else decides how the pixels look; profiles of a usual size only. */
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
