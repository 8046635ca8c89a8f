// Everybody on this node who has a room open. The hub receives the same news as every cache: a room in which something
// happened is read again, a person whose rights changed is checked again, and after a lost connection for news all are.
import type { Sessions } from '#server/auth/sessions.ts'
import { isDatabaseGone } from '#server/db/database-gone.ts'
import { Refused } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments, aboutUser, aboutUsers, isAboutHead, roomOf, userOf } from '#server/live/facts.ts'
import type { Told } from '#server/live/told.ts'
import type { RoomKey } from '../room-key.ts'
import { AtTheDoor, type Found } from './at-the-door.ts'
import { metaFrame } from './frames.ts'
import type { Listener } from './listener.ts'
import { OpenRoom } from './open-room.ts'

/**
 * How often everybody is asked whether they are still there, in so many turns: thousands of answers at once would
 * hold up all others.
 */
const BEAT_MS = 30_000
const TURNS = 60
/** How often the rooms are read while no news of other nodes are received. */
const POLL_MS = 1_000
/** So many people of a room are told at the same time. */
const AT_ONCE = 10

export class Hub {
  readonly #kontor: Kontor
  readonly #sessions: Sessions
  readonly door: AtTheDoor
  readonly #rooms = new Map<string, OpenRoom>()
  readonly #people = new Map<number, Set<Listener>>()
  /** The person whose rights are being read, and whether they changed since that began. */
  readonly #looking = new Map<number, { again: boolean }>()
  readonly #timers: NodeJS.Timeout[]
  readonly #onError: (error: unknown) => void
  #turn = 0

  constructor(kontor: Kontor, sessions: Sessions, onError: (error: unknown) => void) {
    this.#kontor = kontor
    this.#sessions = sessions
    this.#onError = (error) => {
      // A database that is away has been told of, and whoever may not be here has been told.
      if (!(error instanceof Refused) && !isDatabaseGone(error as Error)) onError(error)
    }
    this.door = new AtTheDoor(kontor)
    kontor.news.listen({
      changed: (fact, told) => this.#changed(fact, told),
      lost: () => this.#lookAtAll(),
    })
    this.#timers = [
      setInterval(() => this.#beat(), BEAT_MS / TURNS).unref(),
      // While the news of other nodes are not received, the rooms are polled.
      setInterval(() => !kontor.news.isListening && this.#everyRoom(), POLL_MS).unref(),
    ]
  }

  get size(): number {
    return [...this.#people.values()].reduce((all, listeners) => all + listeners.size, 0)
  }

  /** `found`: the room as they have just been found to be in it. */
  async join(listener: Listener, found: Found) {
    const mine = this.#people.get(listener.by.id) ?? new Set()
    this.#people.set(listener.by.id, mine.add(listener))
    const key = keyOf(listener.room)
    const room = this.#rooms.get(key) ?? this.#open(listener.room)
    this.#rooms.set(key, room)
    listener.onClose(() => {
      mine.delete(listener)
      if (mine.size === 0) this.#people.delete(listener.by.id)
      room.leave(listener)
      if (room.listeners.size === 0 && this.#rooms.get(key) === room) this.#rooms.delete(key)
    })
    listener.onRead(() => {
      if (!listener.isBehind) return
      // The list comes last: behind a long one there is no room for more, and it would be given again, for ever.
      const caughtUp = this.#giveMeta([listener]).then(() => room.catchUp(listener))
      caughtUp.catch((error: unknown) => this.#closeFor(error, listener))
    })
    try {
      await room.add(listener)
      await this.#giveMeta([listener], found)
    } catch (error) {
      this.#closeFor(error, listener)
    }
  }

  #open(room: Listener['room']): OpenRoom {
    const open: OpenRoom = new OpenRoom(this.#kontor, room, {
      door: this.door,
      onPeople: () => void this.#giveMetaToAll(open),
      onError: this.#onError,
    })
    return open
  }

  close() {
    for (const timer of this.#timers) clearInterval(timer)
    for (const listener of this.#everybody()) listener.close('leaving')
  }

  #changed(fact: string, told?: Told) {
    // That somebody has read on is nothing to whoever has the room open.
    if (told?.read) return
    const room = roomOf(fact)
    if (room) {
      const open = this.#rooms.get(keyOf(room))
      if (open && isAboutHead(fact)) void this.#lookAtRoom(open)
      else open?.happened(told?.said)
    }
    if (fact === aboutAssignments || fact === aboutUsers)
      for (const open of this.#rooms.values()) open.peopleMayDiffer()
    const user = userOf(fact)
    if (user !== undefined) this.#look(user)
  }

  #lookAtAll() {
    for (const user of this.#people.keys()) this.#look(user)
    for (const room of this.#rooms.values()) room.peopleMayDiffer()
  }

  #everyRoom() {
    for (const room of this.#rooms.values()) room.happened()
  }

  /** Once for all that changes about a person meanwhile, and not for each of their connections. */
  #look(user: number) {
    const looking = this.#looking.get(user)
    if (looking) {
      looking.again = true
      return
    }
    if (!this.#people.has(user)) return
    const begun = { again: false }
    this.#looking.set(user, begun)
    void this.#lookAt([...(this.#people.get(user) ?? [])]).finally(() => {
      this.#looking.delete(user)
      if (begun.again) this.#look(user)
    })
  }

  /** Closes the connections of somebody who may not listen any more: by their sessions, and by room. */
  async #lookAt(mine: Listener[]) {
    for (const listeners of groupedBy(mine, ({ session }) => session).values()) {
      await this.#closeOnRefusal(listeners, async (one) => {
        const by = await this.#sessions.find(one.session)
        for (const listener of listeners)
          if (by && !by.must_add_factor) listener.by = by
          else listener.close('session')
      })
    }
    const open = mine.filter(({ isOpen }) => isOpen)
    for (const listeners of groupedBy(open, ({ room }) => keyOf(room)).values())
      await this.#closeOnRefusal(listeners, () => this.#giveMeta(listeners))
  }

  async #closeOnRefusal(listeners: [Listener, ...Listener[]], work: (one: Listener) => Promise<void>) {
    try {
      await work(listeners[0])
    } catch (error) {
      this.#closeFor(error, ...listeners)
    }
  }

  /** Who was not refused comes back, and is looked at then. */
  #closeFor(error: unknown, ...listeners: Listener[]) {
    this.#onError(error)
    for (const listener of listeners) listener.close(error instanceof Refused ? 'member' : 'restart')
  }

  /** To one person, in one room: on all their devices the same. */
  async #giveMeta(listeners: [Listener, ...Listener[]], found?: Found) {
    const [{ by, room, isOpen }] = listeners
    if (!isOpen && listeners.length === 1) return
    const users = await this.#rooms.get(keyOf(room))?.participants()
    const meta = await this.door.metaOf(by, room, found)
    if (!users) return
    const frame = metaFrame(meta, users)
    for (const listener of listeners) listener.writeAll(frame)
  }

  /** A few at a time: a room can be everybody's. Whoever cannot be told now is told with the next news of them. */
  #giveMetaToAll(room: OpenRoom) {
    return this.#forEachPerson(room, (theirs) => this.#giveMeta(theirs))
  }

  /** Its name has changed, it has been shown or hidden, or it is gone: everybody in it is told, or has to leave. */
  #lookAtRoom(room: OpenRoom) {
    return this.#forEachPerson(room, (theirs) => this.#lookAt(theirs))
  }

  async #forEachPerson({ listeners }: OpenRoom, work: (theirs: [Listener, ...Listener[]]) => Promise<void>) {
    const all = [...groupedBy([...listeners], ({ by }) => by.id).values()]
    for (let from = 0; from < all.length; from += AT_ONCE)
      await Promise.allSettled(all.slice(from, from + AT_ONCE).map(work))
  }

  #beat() {
    const now = performance.now()
    const over = new Set<number>()
    this.#turn = (this.#turn + 1) % TURNS
    for (const [user, listeners] of this.#people) {
      if (user % TURNS !== this.#turn) continue
      for (const listener of listeners) {
        listener.beat()
        if (listener.by.ends_at <= now) over.add(user)
      }
    }
    // That a session has run out is no news: nobody has done anything.
    for (const user of over) this.#changed(aboutUser(user))
  }

  #everybody(): Listener[] {
    return [...this.#people.values()].flatMap((listeners) => [...listeners])
  }
}

function groupedBy<Key>(listeners: Listener[], key: (listener: Listener) => Key) {
  const groups = new Map<Key, [Listener, ...Listener[]]>()
  for (const listener of listeners) {
    const group = groups.get(key(listener))
    if (group) group.push(listener)
    else groups.set(key(listener), [listener])
  }
  return groups
}

const keyOf = ({ kind, id }: RoomKey) => `${kind}/${id}`
