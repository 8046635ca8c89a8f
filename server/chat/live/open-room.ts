// A room with at least one listener on this node. After a change, on any node, the room is read once for all
// listeners, then changed rights are checked, and then each frame is serialized once and sent to all who may
// read it. In this order nobody receives messages that were sent after their removal.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatFrame, ChatMessage } from '#contract/chat.ts'
import { maxMessagesPerAnswer } from '#contract/words/limits.ts'
import { adminsNeedFactor } from '#server/auth/second-factor/check-code.ts'
import type { Kontor } from '#server/kontor.ts'
import { listMessages, listTouched, readRoomNews } from '../messages-store.ts'
import type { RoomKey } from '../room-key.ts'
import { listParticipants } from '../store.ts'
import type { Listener } from './listener.ts'
import { listReceivePermissions } from './receive-permissions-store.ts'

const RETRY_MS = 500
/** Minimum interval between frames of changed messages, since reactions come in bursts. */
const MIN_CHANGES_INTERVAL_MS = 250

type Callbacks = { onPeople: () => void; onError: (error: unknown) => void }

export class OpenRoom {
  readonly listeners = new Set<Listener>()
  readonly #kontor: Kontor
  readonly #key: RoomKey
  readonly #callbacks: Callbacks
  /**
   * Listeners that wait for the whole list, each with the function that resolves the promise of `add` or `catchUp`.
   */
  readonly #newcomers = new Map<Listener, () => void>()
  /** Id of the newest message sent to all listeners; undefined before the first read. */
  #lastId: number | undefined
  #revision = 0
  /** Value of the room's `touches` up to which all listeners have received the changed messages. */
  #touches: number | undefined
  #touchesAt = 0
  /** A delayed read is scheduled. */
  #isTimed = false
  #rights = ''
  #isStale = false
  #isReading = false
  /** JSON list of the room's people. Serialized once for all listeners, since a room can hold a whole company. */
  #people: Promise<string> | undefined
  #toldPeople: string | undefined
  #arePeopleStale = false

  constructor(kontor: Kontor, key: RoomKey, callbacks: Callbacks) {
    this.#kontor = kontor
    this.#key = key
    this.#callbacks = callbacks
  }

  /**
   * Adds a listener and sends it the whole list of messages. `#read` reads this list too: a second read in parallel
   * could return older data than the room has already sent.
   */
  add(listener: Listener): Promise<void> {
    this.listeners.add(listener)
    return this.#sendList(listener)
  }

  /** Sends the whole list to a slow listener whose buffer is empty again. */
  catchUp(listener: Listener): Promise<void> {
    return this.listeners.has(listener) ? this.#sendList(listener) : Promise.resolve()
  }

  #sendList(listener: Listener): Promise<void> {
    return new Promise((given) => {
      this.#newcomers.set(listener, given)
      this.changed()
    })
  }

  leave(listener: Listener) {
    this.listeners.delete(listener)
    this.#newcomers.get(listener)?.()
    this.#newcomers.delete(listener)
  }

  people(): Promise<string> {
    this.#people ??= listParticipants(this.#kontor.db, this.#key).then(
      (people) => (this.#toldPeople = JSON.stringify(people)),
      (error: unknown) => {
        this.#people = undefined
        throw error
      },
    )
    return this.#people
  }

  /** Called when people were added, removed or renamed, on any node. */
  peopleMayDiffer() {
    this.#arePeopleStale = true
    this.changed()
  }

  /** Rereads the room. Changes reported while a read is running cause exactly one more read. */
  changed() {
    this.#isStale = true
    if (!this.#isReading) void this.#read()
  }

  async #read() {
    this.#isReading = true
    while (this.#isStale && this.listeners.size > 0) {
      this.#isStale = false
      try {
        await this.#readOnce()
      } catch (error) {
        // Usually a short outage of the database. The room is read again, so nothing is lost.
        this.#callbacks.onError(error)
        this.#isStale = true
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    this.#isReading = false
  }

  async #readOnce() {
    const { db } = this.#kontor
    const [since, present, newcomers] = [this.#lastId, [...this.listeners], new Map(this.#newcomers)]
    const news = await readRoomNews(db, this.#key, since ?? Number.MAX_SAFE_INTEGER)
    const { messages, revision, touches, rights } = news
    const touched = await this.#readTouched(touches)
    const needsWholeList =
      since !== undefined &&
      (revision !== this.#revision ||
        [messages, touched ?? []].some(({ length }) => length > maxMessagesPerAnswer))
    const list = needsWholeList || newcomers.size > 0 ? await listMessages(db, this.#key) : undefined
    const mayHaveChanged = needsWholeList || rights !== this.#rights
    if (mayHaveChanged) this.#people = undefined
    // `touched` is read after the snapshot that contains `rights`. Rights may have changed in between, so all
    // listeners are checked.
    await this.#disconnectUnauthorized(mayHaveChanged || touched ? present : [...newcomers.keys()])
    if (this.#arePeopleStale) await this.#announcePeople()
    if (touched || needsWholeList || since === undefined) {
      this.#touches = touches
      this.#touchesAt = performance.now()
    }
    this.#revision = revision
    this.#rights = rights
    const newest = (needsWholeList || since === undefined ? list : messages)?.at(-1)?.id
    this.#lastId = newest ?? since ?? 0
    // Listeners added during the read receive their list after the next read, which also checks their rights.
    const hearing = present.filter((one) => this.listeners.has(one) && !newcomers.has(one) && !one.isBehind)
    if (list) sendMessageList(list, needsWholeList ? [...hearing, ...newcomers.keys()] : newcomers.keys())
    if (!needsWholeList && messages.length > 0) sendNewMessages(messages, hearing)
    if (!needsWholeList && touched) sendChangedMessages(touched, hearing)
    for (const [listener, given] of newcomers) {
      if (this.#newcomers.get(listener) === given) this.#newcomers.delete(listener)
      given()
    }
  }

  /**
   * Undefined if no message has changed, or if the minimum interval has not passed. In the second case a delayed read
   * is scheduled.
   */
  async #readTouched(touches: number): Promise<ChatMessage[] | undefined> {
    const before = this.#touches
    if (before === undefined || touches === before) return undefined
    const early = this.#touchesAt + MIN_CHANGES_INTERVAL_MS - performance.now()
    if (early <= 0) return listTouched(this.#kontor.db, this.#key, before)
    if (!this.#isTimed) setTimeout(() => this.#readTimed(), early).unref()
    this.#isTimed = true
    return undefined
  }

  #readTimed() {
    this.#isTimed = false
    this.changed()
  }

  async #disconnectUnauthorized(listeners: Listener[]) {
    if (listeners.length === 0) return
    const sessions = [...new Set(listeners.map(({ by }) => by.session_id))]
    const needs = { adminsNeedFactor: adminsNeedFactor(this.#kontor) }
    const hearing = await listReceivePermissions(this.#kontor.db, this.#key, sessions, needs)
    for (const listener of listeners) {
      const mayHear = hearing.get(listener.by.session_id)
      if (mayHear) continue
      listener.close(mayHear === undefined ? 'session' : 'member')
      this.leave(listener)
    }
  }

  async #announcePeople() {
    this.#arePeopleStale = false
    const before = this.#toldPeople
    this.#people = undefined
    const now = await this.people()
    // Announced even if `before` is undefined: a 'meta' frame with old names may be on its way to a listener.
    if (before !== now) this.#callbacks.onPeople()
  }
}

function sendNewMessages(messages: ChatMessage[], listeners: Listener[]) {
  const frames = messages.map((message) => ({
    id: message.id,
    frame: encodeFrame({ type: 'new_message', message }),
  }))
  for (const listener of listeners)
    for (const { id, frame } of frames) {
      // The listener has already received this message in a whole list.
      if (id <= listener.lastId) continue
      listener.write(frame)
      listener.lastId = id
    }
}

/** `listeners` may include some that have received a newer list: applying a change twice is harmless. */
function sendChangedMessages(messages: ChatMessage[], listeners: Listener[]) {
  const frame = encodeFrame({ type: 'changed_messages', messages })
  for (const listener of listeners) listener.write(frame)
}

const encodeFrame = (said: ChatFrame) => Buffer.from(JSON.stringify(said))

/** The whole list: for new and for slow listeners, and after a deletion. */
function sendMessageList(messages: ChatMessage[], listeners: Iterable<Listener>) {
  const frame = encodeFrame({ type: 'messages', messages })
  for (const listener of listeners) {
    listener.isBehind = false
    listener.write(frame)
    listener.lastId = messages.at(-1)?.id ?? 0
  }
}
