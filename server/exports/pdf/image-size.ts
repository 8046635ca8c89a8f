// Format and size of an image from its header, without decoding; undefined if unsupported.

export type ImageSize = { kind: 'png' | 'jpg' | 'gif' | 'webp'; width: number; height: number }

export function imageSize(bytes: Buffer): ImageSize | undefined {
  try {
    return png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined // the header is truncated
    throw error
  }
}

const has = (bytes: Buffer, at: number, text: string) =>
  bytes.toString('latin1', at, at + text.length) === text

function png(bytes: Buffer): ImageSize | undefined {
  if (!has(bytes, 0, '\x89PNG\r\n\x1a\n') || !has(bytes, 12, 'IHDR')) return undefined
  return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): ImageSize | undefined {
  if (!has(bytes, 0, 'GIF87a') && !has(bytes, 0, 'GIF89a')) return undefined
  return { kind: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function webp(bytes: Buffer): ImageSize | undefined {
  if (!has(bytes, 0, 'RIFF') || !has(bytes, 8, 'WEBP')) return undefined
  const size = (width: number, height: number): ImageSize => ({ kind: 'webp', width, height })
  if (has(bytes, 12, 'VP8X')) return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
  if (has(bytes, 12, 'VP8L')) {
    const bits = bytes.readUInt32LE(21)
    return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  if (!has(bytes, 12, 'VP8 ')) return undefined
  return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
}

/** The size is in the frame segment, after any number of other segments. */
function jpeg(bytes: Buffer): ImageSize | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { kind: 'jpg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return undefined
}
