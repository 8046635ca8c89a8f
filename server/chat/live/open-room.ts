import type { ChatKind } from '#contract/chat.ts'
import type { Kontor } from '#server/kontor.ts'
import { AT_ONCE, listMessages } from '../messages-store.ts'
import { frameOf } from './frames.ts'
import type { Listener } from './listener.ts'
import { newsOfRoom, revisionOf } from './news-of-room.ts'

/**
 * A room that somebody on this node listens to. Told that something has happened it reads what, once for all that was
 * said meanwhile, makes each frame once, and writes it to everybody who may hear it at that moment.
 */
export class OpenRoom {
  readonly listeners = new Set<Listener>()
  readonly #kontor: Kontor
  readonly #room: { kind: ChatKind; id: number }
  #lastId = 0
  #revision: number | undefined
  #isReading = false
  #isStale = false

  constructor(kontor: Kontor, room: { kind: ChatKind; id: number }) {
    this.#kontor = kontor
    this.#room = room
  }

  /** The first list of somebody who comes in; from here on they hear everything. */
  async add(listener: Listener) {
    this.#revision ??= await revisionOf(this.#kontor.db, this.#room)
    this.listeners.add(listener)
    await this.#giveAll([listener])
    // Something may have been said between the reading of the list and now.
    this.happened()
  }

  /** Many times in a moment is once. */
  happened() {
    this.#isStale = true
    if (this.#isReading) return
    this.#isReading = true
    void this.#read().finally(() => {
      this.#isReading = false
      if (this.#isStale) this.happened()
    })
  }

  async #read() {
    // What comes in the same moment goes along.
    await new Promise((soon) => setImmediate(soon))
    this.#isStale = false
    const listeners = [...this.listeners]
    if (listeners.length === 0) return
    try {
      const ids = [...new Set(listeners.map(({ by }) => by.id))]
      const from = Math.min(...listeners.map(({ lastId }) => lastId ?? Number.POSITIVE_INFINITY))
      if (from === Number.POSITIVE_INFINITY) return
      const { revision, messages, allowed } = await newsOfRoom(
        this.#kontor.db,
        this.#room,
        Math.max(from, this.#lastId),
        ids,
      )
      const heard = listeners.filter(({ by }) => allowed.has(by.id))
      for (const listener of listeners) if (!allowed.has(listener.by.id)) listener.close('member')
      const last = messages.at(-1)?.id ?? this.#lastId
      const isChanged = revision !== this.#revision || messages.length > AT_ONCE
      this.#revision = revision
      this.#lastId = Math.max(this.#lastId, last)
      if (isChanged) return await this.#giveAll(heard)
      const frames = messages.map((message) => ({
        id: message.id,
        frame: frameOf({ type: 'new_message', message }),
      }))
      for (const listener of heard) this.#give(listener, frames)
    } catch {
      // The database is away for a moment. What was said is not lost: it is looked for again.
      this.#isStale = true
      await new Promise((later) => setTimeout(later, 500).unref())
    }
  }

  #give(listener: Listener, frames: { id: number; frame: Buffer }[]) {
    if (listener.isBehind || listener.lastId === undefined) return
    const { lastId } = listener
    const fresh = frames.filter(({ id }) => id > lastId)
    if (fresh.length === 0) return
    listener.writeAll(fresh.map(({ frame }) => frame))
    listener.lastId = fresh.at(-1)?.id
  }

  /** The whole list: at the beginning, after a deletion, and for who was too slow. */
  async #giveAll(listeners: Listener[]) {
    if (listeners.length === 0) return
    const messages = await listMessages(this.#kontor.db, this.#room)
    const frame = frameOf({ type: 'messages', messages })
    for (const listener of listeners) {
      listener.isBehind = false
      listener.write(frame)
      listener.lastId = messages.at(-1)?.id ?? 0
    }
  }

  /** Somebody who was too slow has read what waited. */
  async catchUp(listener: Listener) {
    if (!listener.isBehind || !this.listeners.has(listener)) return
    await this.#giveAll([listener])
    this.happened()
  }
}
