import type { ChatFrame } from '#contract/chat.ts'

/** A WebSocket text frame as it goes over the wire: made once, however many read it (RFC 6455, from a server: unmasked). */
export function frameOf(said: ChatFrame): Buffer {
  const payload = Buffer.from(JSON.stringify(said))
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.from([TEXT, length]), payload])
  if (length < 65_536) {
    const head = Buffer.from([TEXT, 126, 0, 0])
    head.writeUInt16BE(length, 2)
    return Buffer.concat([head, payload])
  }
  const head = Buffer.alloc(10)
  head[0] = TEXT
  head[1] = 127
  head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}

/** The last and only piece of a text. */
const TEXT = 0x81
