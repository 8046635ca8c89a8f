// Minimal valid images.
import { crc32, deflateSync } from 'node:zlib'

/** A PNG chunk: https://www.w3.org/TR/png-3 */
export const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A single red pixel. */
export const tinyPng = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
  chunk('IDAT', deflateSync(Buffer.from('00ff0000', 'hex'))),
  chunk('IEND', Buffer.alloc(0)),
])
