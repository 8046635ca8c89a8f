import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatKind, ChatMessage } from '#contract/chat.ts'
import { messagesAtOnce } from '#contract/words/limits.ts'
import type { Kontor } from '#server/kontor.ts'
import type { Said, SaidMessage } from '#server/live/told.ts'
import { listMessages, shown } from '../messages-store.ts'
import { listParticipants } from '../store.ts'
import type { AtTheDoor } from './at-the-door.ts'
import { frameOf } from './frames.ts'
import type { Listener } from './listener.ts'
import { newsOfRoom } from './news-store.ts'

/** Between two tellings, in ms: longer where much is said at once, so that it goes out together. */
const pauses = { usual: 15, burst: 40, messages: 3 }
const RETRY_MS = 500
/** Who comes this soon after somebody else is given the same list, with what has been said since. */
const KEPT_MS = 5_000

type Parts = { door: AtTheDoor; onPeople: () => void; onError: (error: unknown) => void }

/**
 * A room that somebody on this node listens to. What was said comes with the news; where it does not, or does not
 * follow what was told last, the room reads it, once for all that was said meanwhile. It makes each frame once, and
 * writes it to everybody who may hear it at that moment.
 */
export class OpenRoom {
  readonly listeners = new Set<Listener>()
  readonly #kontor: Kontor
  readonly #room: { kind: ChatKind; id: number }
  /** Listeners who are given the whole list next, and the callers that wait for it. */
  readonly #wanting = new Map<Listener, () => void>()
  /** Up to where everybody has been told; undefined until the first list. */
  #lastId: number | undefined
  #revision = 0
  /** The state of everybody's rights when the listeners were last checked. */
  #rights = ''
  #participants: Promise<Buffer> | undefined
  /** As they were last told. */
  #toldPeople: Buffer | undefined
  #arePeopleStale = false
  readonly #parts: Parts
  /** The list as it was read last, with what has been told since; gone with whatever does not come with its words. */
  #kept: { messages: ChatMessage[]; frame: Buffer | undefined } | undefined
  #forgets: NodeJS.Timeout | undefined
  #isReading = false
  #isStale = false
  /** What came with the news since the last telling. */
  #heard: Said[] = []
  /** Something has happened that did not come with its news. */
  #isUnheard = false
  #readAt = 0
  #pause = pauses.usual

  constructor(kontor: Kontor, room: { kind: ChatKind; id: number }, parts: Parts) {
    this.#kontor = kontor
    this.#room = room
    this.#parts = parts
  }

  /** From here on they hear everything, the whole list before all else. */
  add(listener: Listener): Promise<void> {
    this.listeners.add(listener)
    return this.#giveListTo(listener)
  }

  /** Somebody who was too slow has read what waited. */
  catchUp(listener: Listener): Promise<void> {
    return this.listeners.has(listener) ? this.#giveListTo(listener) : Promise.resolve()
  }

  leave(listener: Listener) {
    this.listeners.delete(listener)
    this.#wanting.get(listener)?.()
    this.#wanting.delete(listener)
  }

  /** In its turn with everything else: a list that was read beside the news could be older than what has been told. */
  #giveListTo(listener: Listener): Promise<void> {
    return new Promise((given) => {
      this.#wanting.set(listener, given)
      this.#tellSoon()
    })
  }

  /** As they are sent: the same for everybody in the room, as long as nobody's rights change. */
  participants(): Promise<Buffer> {
    this.#participants ??= listParticipants(this.#kontor.db, this.#room).then(
      (people) => (this.#toldPeople = Buffer.from(JSON.stringify(people))),
      (error: unknown) => {
        this.#participants = undefined
        throw error
      },
    )
    return this.#participants
  }

  /** Somebody has been added, taken out or renamed, here or elsewhere: who is in the room is told, if it was here. */
  peopleMayDiffer() {
    this.#arePeopleStale = true
    this.happened()
  }

  /** Many times in a moment is once. */
  happened(said?: Said) {
    if (said) this.#heard.push(said)
    else {
      this.#isUnheard = true
      this.#kept = undefined
    }
    this.#tellSoon()
  }

  #tellSoon() {
    this.#isStale = true
    if (this.#isReading) return
    this.#isReading = true
    void this.#read().finally(() => {
      this.#isReading = false
      if (this.#isStale) this.#tellSoon()
    })
  }

  async #read() {
    // One message goes out at once. Where much is said, what is said in a moment goes out together.
    const pause = this.#readAt + this.#pause - performance.now()
    if (pause > 1) await sleep(pause)
    this.#readAt = performance.now()
    this.#isStale = false
    const heard = this.#heard.splice(0)
    if (this.listeners.size === 0) return
    const isTold = !this.#isUnheard && this.#tellHeard(heard)
    if (isTold && this.#wanting.size === 0) return
    this.#isUnheard = false
    try {
      if (!isTold || !(await this.#letIn())) await this.#tell()
    } catch (error) {
      this.#parts.onError(error)
      // Most of the time the database is away for a moment. What was said is not lost: it is looked for again.
      this.#isUnheard = true
      this.#isStale = true
      await sleep(RETRY_MS, undefined, { ref: false })
    }
  }

  /**
   * Without asking anybody: true if what came with the news follows what was told last, nothing was deleted
   * meanwhile, and nobody's rights have changed since the listeners were looked at.
   */
  #tellHeard(heard: Said[]): boolean {
    const since = this.#lastId
    if (since === undefined) return false
    const messages: SaidMessage[] = []
    let last = since
    // Those of several nodes may overtake each other on their way.
    for (const said of heard.toSorted((one, other) => firstOf(one) - firstOf(other))) {
      if (said.revision !== this.#revision || said.rights !== this.#rights) return false
      if ((said.before ?? 0) > last) return false
      const fresh = said.messages.filter(({ id }) => id > last)
      messages.push(...fresh)
      last = fresh.at(-1)?.id ?? last
    }
    this.#lastId = last
    this.#pause = messages.length >= pauses.messages ? pauses.burst : pauses.usual
    const hearing = [...this.listeners].filter((one) => !one.isBehind && !this.#wanting.has(one))
    if (messages.length > 0)
      this.#give(
        messages.map((message) => shown(this.#room, message)),
        since,
        hearing,
      )
    return true
  }

  /** Who comes soon after somebody else is given what they were, once it is sure that they may hear it. */
  async #letIn(): Promise<boolean> {
    if (!this.#kept || !this.#kontor.news.isListening) return false
    const wanting = new Map(this.#wanting)
    await this.#lookAt([...wanting.keys()])
    // What has happened meanwhile without its words is not in it.
    if (!this.#kept) return false
    this.#giveList([...wanting.keys()])
    this.#haveList(wanting)
    return true
  }

  async #tell() {
    const { db } = this.#kontor
    const [since, present, wanting] = [this.#lastId, [...this.listeners], new Map(this.#wanting)]
    const news = await newsOfRoom(db, this.#room, since ?? Number.MAX_SAFE_INTEGER)
    const { messages, revision, rights } = news
    const isRedrawn = since !== undefined && (revision !== this.#revision || messages.length > messagesAtOnce)
    const list = isRedrawn || wanting.size > 0 ? await listMessages(db, this.#room) : undefined
    // Looked at after all has been read: nobody is given what was said after they were taken out.
    if (rights !== this.#rights || isRedrawn) {
      this.#participants = undefined
      await this.#lookAt(present)
    } else if (wanting.size > 0) await this.#lookAt([...wanting.keys()])
    if (this.#arePeopleStale) await this.#lookAtPeople()
    this.#rights = rights
    this.#revision = revision
    this.#pause = messages.length >= pauses.messages ? pauses.burst : pauses.usual
    const lastOfList = list?.at(-1)?.id ?? 0
    this.#lastId = Math.max(messages.at(-1)?.id ?? 0, since ?? lastOfList, isRedrawn ? lastOfList : 0)
    // Listeners who came in meanwhile need a list, and their rights have not been read yet.
    const hearing = present.filter(
      (listener) => this.listeners.has(listener) && !wanting.has(listener) && !listener.isBehind,
    )
    if (list) {
      this.#keep(list)
      this.#giveList(isRedrawn ? [...hearing, ...wanting.keys()] : [...wanting.keys()])
    }
    if (!isRedrawn && messages.length > 0) this.#give(messages, since ?? 0, hearing)
    this.#haveList(wanting)
  }

  #haveList(wanting: ReadonlyMap<Listener, () => void>) {
    for (const [listener, given] of wanting) {
      if (this.#wanting.get(listener) === given) this.#wanting.delete(listener)
      given()
    }
  }

  #keep(messages: ChatMessage[]) {
    this.#kept = { messages, frame: undefined }
    clearTimeout(this.#forgets)
    this.#forgets = setTimeout(() => (this.#kept = undefined), KEPT_MS).unref()
  }

  #keepOn(messages: ChatMessage[]) {
    if (!this.#kept) return
    const last = this.#kept.messages.at(-1)?.id ?? 0
    const all = [...this.#kept.messages, ...messages.filter(({ id }) => id > last)]
    this.#kept = { messages: all.slice(-messagesAtOnce), frame: undefined }
  }

  /** Closes the room for those who may not be in it any more. */
  async #lookAt(listeners: Listener[]) {
    const sessions = [...new Set(listeners.map(({ by }) => by.session_id))]
    const may = await this.#parts.door.mayHear(this.#room, sessions)
    for (const listener of listeners) {
      const verdict = may.get(listener.by.session_id)
      if (verdict) continue
      listener.close(verdict === undefined ? 'session' : 'member')
      this.leave(listener)
    }
  }

  async #lookAtPeople() {
    this.#arePeopleStale = false
    const before = this.#toldPeople
    this.#participants = undefined
    const now = await this.participants()
    if (before && !before.equals(now)) this.#parts.onPeople()
  }

  #give(messages: ChatMessage[], since: number, listeners: Listener[]) {
    this.#keepOn(messages)
    const frames = messages.map((message) => ({
      id: message.id,
      frame: frameOf({ type: 'new_message', message }),
    }))
    const all = Buffer.concat(frames.map(({ frame }) => frame))
    const last = messages.at(-1)?.id ?? since
    for (const listener of listeners) {
      // A listener whose list was read after the room's last news has received part of them already.
      const { lastId } = listener
      if (lastId <= since) listener.write(all)
      else for (const { id, frame } of frames) if (id > lastId) listener.write(frame)
      listener.lastId = Math.max(lastId, last)
    }
  }

  /** The whole list: at the beginning, after a deletion, and for who was too slow. */
  #giveList(listeners: Iterable<Listener>) {
    const kept = this.#kept
    if (!kept) return
    kept.frame ??= frameOf({ type: 'messages', messages: kept.messages })
    for (const listener of listeners) {
      listener.isBehind = false
      listener.write(kept.frame)
      listener.lastId = kept.messages.at(-1)?.id ?? 0
    }
  }
}

const firstOf = ({ messages }: Said) => messages[0]?.id ?? 0
