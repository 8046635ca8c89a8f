import type { ChatFrame, ChatMeta } from '#contract/chat.ts'

/**
 * A WebSocket text frame as it goes over the wire: made once, however many read it (RFC 6455, from a server:
 * unmasked).
 */
export function frameOf(said: ChatFrame): Buffer {
  const payload = Buffer.from(JSON.stringify(said))
  return Buffer.concat([headFor(payload.length), payload])
}

/** The frame about a room for one person. The people in it are the same for all, and serialized once. */
export function metaFrame(meta: Omit<ChatMeta, 'users'>, users: Buffer): Buffer[] {
  const own = Buffer.from(`${JSON.stringify({ type: 'meta', ...meta }).slice(0, -1)},"users":`)
  return [Buffer.concat([headFor(own.length + users.length + END.length), own]), users, END]
}
const END = Buffer.from('}')

function headFor(length: number): Buffer {
  if (length < 126) return Buffer.from([TEXT, length])
  if (length < 65_536) {
    const head = Buffer.from([TEXT, 126, 0, 0])
    head.writeUInt16BE(length, 2)
    return head
  }
  const head = Buffer.alloc(10)
  head[0] = TEXT
  head[1] = 127
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

/** The last and only piece of a text. */
const TEXT = 0x81
