import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatKind, ChatMessage } from '#contract/chat.ts'
import type { Kontor } from '#server/kontor.ts'
import { AT_ONCE, listMessages } from '../messages-store.ts'
import { listParticipants } from '../rooms.ts'
import { frameOf } from './frames.ts'
import type { Listener } from './listener.ts'
import { allowedIn, newsOfRoom } from './news-of-room.ts'

/**
 * A room that somebody on this node listens to. Told that something has happened it reads what, once for all that was
 * said meanwhile, makes each frame once, and writes it to everybody who may hear it at that moment.
 */
/** Between two tellings, in ms: longer where much is said at once, so that it goes out together. */
const pauses = { usual: 15, burst: 40, messages: 3 }
const RETRY_MS = 500
type Participants = Awaited<ReturnType<typeof listParticipants>>

export class OpenRoom {
  readonly listeners = new Set<Listener>()
  readonly #kontor: Kontor
  readonly #room: { kind: ChatKind; id: number }
  #lastId = 0
  #revision: number | undefined
  /** What of everybody's rights was known when the listeners were last looked at. */
  #rights = ''
  #joined = 0
  #participants: Promise<Participants> | undefined
  #isReading = false
  #isStale = false
  #readAt = 0
  #pause = pauses.usual

  constructor(kontor: Kontor, room: { kind: ChatKind; id: number }) {
    this.#kontor = kontor
    this.#room = room
  }

  /** The first list of somebody who comes in; from here on they hear everything. */
  async add(listener: Listener) {
    this.#revision ??= (await newsOfRoom(this.#kontor.db, this.#room, Number.MAX_SAFE_INTEGER)).revision
    this.listeners.add(listener)
    this.#joined++
    this.#rights = ''
    await this.#giveAll([listener])
    // Something may have been said between the reading of the list and now.
    this.happened()
  }

  /** The same for everybody in the room, as long as nobody's rights change. */
  participants(): Promise<Participants> {
    this.#participants ??= listParticipants(this.#kontor.db, this.#room).catch((error: unknown) => {
      this.#participants = undefined
      throw error
    })
    return this.#participants
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
    // One message goes out at once. Where much is said, what is said in a moment goes out together.
    const pause = this.#readAt + this.#pause - performance.now()
    if (pause > 1) await sleep(pause)
    this.#readAt = performance.now()
    this.#isStale = false
    if (this.listeners.size === 0) return
    try {
      await this.#tell()
    } catch {
      // The database is away for a moment. What was said is not lost: it is looked for again.
      this.#isStale = true
      await sleep(RETRY_MS, undefined, { ref: false })
    }
  }

  async #tell() {
    const { db } = this.#kontor
    const since = Math.max(this.#lastId, this.#earliest())
    const { messages, revision, rights } = await newsOfRoom(db, this.#room, since)
    if (rights !== this.#rights) await this.#lookAround(rights)
    const isRedrawn = revision !== this.#revision || messages.length > AT_ONCE
    this.#revision = revision
    this.#pause = messages.length >= pauses.messages ? pauses.burst : pauses.usual
    this.#lastId = messages.at(-1)?.id ?? since
    if (isRedrawn) await this.#giveAll([...this.listeners])
    else if (messages.length > 0) this.#give(messages, since)
  }

  /** Listeners who came in while the room was quiet have heard more than the room has told. */
  #earliest(): number {
    let earliest = Number.POSITIVE_INFINITY
    for (const { lastId } of this.listeners) if (lastId !== undefined && lastId < earliest) earliest = lastId
    return earliest === Number.POSITIVE_INFINITY ? 0 : earliest
  }

  /** After a change of rights: nobody hears what was said after they were taken out. */
  async #lookAround(rights: string) {
    this.#participants = undefined
    const joined = this.#joined
    const ids = [...new Set([...this.listeners].map(({ by }) => by.id))]
    const allowed = await allowedIn(this.#kontor.db, this.#room, ids)
    for (const listener of [...this.listeners]) {
      if (allowed.has(listener.by.id) || !ids.includes(listener.by.id)) continue
      this.listeners.delete(listener)
      listener.close('member')
    }
    // Who came in meanwhile is looked at the next time.
    if (joined === this.#joined) this.#rights = rights
  }

  #give(messages: ChatMessage[], since: number) {
    const frames = messages.map((message) => ({
      id: message.id,
      frame: frameOf({ type: 'new_message', message }),
    }))
    const all = Buffer.concat(frames.map(({ frame }) => frame))
    for (const listener of this.listeners) {
      const { lastId } = listener
      if (listener.isBehind || lastId === undefined) continue
      if (lastId <= since) listener.write(all)
      else for (const { id, frame } of frames) if (id > lastId) listener.write(frame)
      listener.lastId = Math.max(lastId, this.#lastId)
    }
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
