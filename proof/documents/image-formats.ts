// PNG, GIF, JPEG and WebP byte by byte, so that a file can be wrong in one place and right in all others.
import { deflateSync } from 'node:zlib'
import { chunk } from '#server/testing/images.ts'

/* PNG: https://www.w3.org/TR/png-3 */

type Png = {
  width: number
  height: number
  rows?: number
  interlaced?: boolean
  depth?: number
  extra?: Buffer
}

/** All black, which compresses to almost nothing. */
export function pngOf({
  width,
  height,
  rows,
  interlaced = false,
  depth = 8,
  extra = Buffer.alloc(0),
}: Png): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([depth, 2, 0, 0, interlaced ? 1 : 0], 8)
  const row = 1 + (width * 3 * depth) / 8
  // The seven passes of an interlaced image have more rows in total, and each row starts with a filter byte.
  const size = rows === undefined ? row * height + (interlaced ? 2 * height + 8 * width : 0) : row * rows
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    extra,
    chunk(
      'IDAT',
      size > 0 ? deflateSync(Buffer.alloc(Math.min(size, 500_000_000)), { level: 1 }) : Buffer.alloc(0),
    ),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A compressed text chunk. `size`: its length in bytes once decompressed. */
export const zText = (size: number, fill: string) =>
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(size, fill))]))

/* GIF: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */

/** A frame of one black dot. */
export const dot = Buffer.from('2c0000000001000100000202440100', 'hex')
const plainHead = Buffer.from('474946383961010001008000000000ffffff00', 'hex')
const control = Buffer.from('21f904000100000000', 'hex')

export function animatedGif(
  frame: Buffer,
  count: number,
  width: number,
  height: number,
  head = plainHead,
): Buffer {
  const frames = Array.from({ length: count }, () => [control, frame]).flat()
  return Buffer.concat([sized(head, 6, width, height), ...frames, Buffer.from(';')])
}

export function sized(bytes: Buffer, at: number, width: number, height: number): Buffer {
  const copy = Buffer.from(bytes)
  // A frame has its position before its size.
  const place = at === 1 ? 5 : at
  copy.writeUInt16LE(width, place)
  copy.writeUInt16LE(height, place + 2)
  return copy
}

/* JPEG and WebP */

export function jpegSized(jpeg: Buffer, side: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(side, frame + 5)
  copy.writeUInt16BE(side, frame + 7)
  return copy
}

export function comment(text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, Buffer.from(text)])
}

/** https://developers.google.com/speed/webp/docs/riff_container */
export function animatedWebp(still: Buffer, count: number, width: number, height: number): Buffer {
  const size24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16])
  const riff = (name: string, data: Buffer) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const at = still.indexOf('VP8 ', 12)
  const picture = still.subarray(at, at + 8 + still.readUInt32LE(at + 4))
  const canvas = Buffer.concat([Buffer.from([2, 0, 0, 0]), size24(width - 1), size24(height - 1)])
  const place = Buffer.concat([size24(0), size24(0), size24(59), size24(39), size24(10), Buffer.from([0])])
  const frame = riff('ANMF', Buffer.concat([place, picture]))
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riff('VP8X', canvas),
    riff('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: count }, () => frame),
  ])
  return riff('RIFF', body)
}
