// A client with an open room, like the browser: reconnects by itself, and merges what it receives by id.
import { WebSocket } from 'ws'
import type { ChatFrame, ChatMessage } from '#contract/chat.ts'
import { maxMessagesPerAnswer } from '#contract/words/limits.ts'
import { emptyMessages, type MessagesState, reduceMessages } from '#web/chat/room/messages.ts'

const BACK_MS = 100

export class Listener {
  messages: MessagesState = emptyMessages
  /** Frames of single messages that have reached it. */
  deliveries = 0
  /** Number of reconnects. */
  returns = 0
  readonly path: string
  readonly cookie: string
  readonly #port: () => number
  #web: WebSocket | undefined
  #hasLeft = false

  constructor({ path, cookie, port }: { path: string; cookie: string; port: () => number }) {
    this.path = path
    this.cookie = cookie
    this.#port = port
    this.#open()
  }

  get newest(): number {
    return this.messages.list.at(-1)?.id ?? 0
  }

  /** The network goes away. */
  drop() {
    this.#web?.terminate()
  }

  leave() {
    this.#hasLeft = true
    this.drop()
  }

  /** What each connection has received, to be compared with the stored messages. */
  readonly connections: Connection[] = []

  #open() {
    if (this.#hasLeft) return
    const web = new WebSocket(`ws://127.0.0.1:${this.#port()}${this.path}`, {
      headers: { cookie: this.cookie },
      perMessageDeflate: false,
    })
    this.#web = web
    const heard: Connection = { stretches: [] }
    this.connections.push(heard)
    web.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString()) as ChatFrame, heard))
    web.on('error', () => {})
    web.once('close', () => {
      this.returns++
      setTimeout(() => this.#open(), BACK_MS * (0.5 + Math.random()))
    })
  }

  #hear(frame: ChatFrame, { stretches }: Connection) {
    if (frame.type === 'meta') return
    if (frame.type === 'messages') {
      const ids = frame.messages.map(({ id }) => id)
      stretches.push({ ids, isWhole: ids.length < maxMessagesPerAnswer })
      this.messages = reduceMessages(this.messages, { type: 'list', messages: frame.messages })
      return
    }
    const stretch = stretches.at(-1)
    if (!stretch) throw new Error('a single message came before the list')
    if (frame.type === 'changed_messages') {
      this.messages = reduceMessages(this.messages, { type: 'changed', messages: frame.messages })
      return
    }
    const { id } = frame.message
    if (id <= (stretch.ids.at(-1) ?? 0)) throw new Error(`message ${id} came after ${stretch.ids.at(-1)}`)
    stretch.ids.push(id)
    this.deliveries++
    this.messages = reduceMessages(this.messages, { type: 'new', message: frame.message })
  }

  /** Loads older messages page by page up to the first one, like scrolling up. */
  async readAll(page: (before: number) => Promise<ChatMessage[]>) {
    for (;;) {
      const { staleBefore, hasOlder, list, epoch } = this.messages
      const before = staleBefore ?? (hasOlder ? list[0]?.id : undefined)
      if (before === undefined) return
      this.messages = reduceMessages(this.messages, {
        type: 'older',
        before,
        epoch,
        messages: await page(before),
      })
    }
  }
}

/** Ids that one connection received. A stretch is a list and the single messages after it. */
type Connection = { stretches: { ids: number[]; isWhole: boolean }[] }

/**
 * Within each stretch, every message that still exists must have arrived once and in order. `stored`: ids of
 * the messages of the room that were not deleted, in order.
 */
export function faultIn({ stretches }: Connection, stored: readonly number[]): string | undefined {
  for (const { ids, isWhole } of stretches) {
    const told = new Set(ids)
    if (told.size !== ids.length) return 'a message was told twice'
    if (ids.some((id, place) => place > 0 && id <= (ids[place - 1] as number))) return 'the order is not kept'
    const from = isWhole ? 0 : (ids[0] as number)
    const until = ids.at(-1) ?? 0
    const missing = stored.find((id) => id >= from && id <= until && !told.has(id))
    if (missing !== undefined) return `message ${missing} was left out between ${from} and ${until}`
  }
  return undefined
}
