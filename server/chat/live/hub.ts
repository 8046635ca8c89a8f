// All rooms that are open on this node, with their connections. The hub listens to news, the messages between nodes
// about changed data (`server/live/news.ts`). It rereads a room whose messages changed, and checks the connections of
// a user whose rights changed. If news were lost, it checks all connections and rereads all rooms.
import type { Sessions } from '#server/auth/sessions.ts'
import { isDatabaseGone } from '#server/db/database-gone.ts'
import { Refused } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import {
  aboutAssignments,
  aboutUser,
  aboutUsers,
  isRoomHeadFact,
  roomOf,
  userOf,
} from '#server/live/facts.ts'
import { ownMetaOf } from '../read-room.ts'
import { roomKeyText } from '../room-key.ts'
import { getRoom, type Room } from '../store.ts'
import type { Listener } from './listener.ts'
import { OpenRoom } from './open-room.ts'

/**
 * Each connection is pinged once per interval (ms). The pings are spread over the interval, because thousands
 * of simultaneous answers would delay other work.
 */
const PING_MS = 30_000
const PING_SLICES = 60
/** Interval in ms at which rooms are reread while the node does not receive the news of other nodes. */
const POLL_MS = 1_000
/** Upper bound of users of a room whose rights are checked at the same time. */
const PEOPLE_AT_ONCE = 10

/** Connections of one user. */
type ListenerGroup = [Listener, ...Listener[]]

export class Hub {
  readonly #kontor: Kontor
  readonly #sessions: Sessions
  readonly #rooms = new Map<string, OpenRoom>()
  readonly #people = new Map<number, Set<Listener>>()
  /** People whose rights are being checked. `again` is true if the rights changed during the check. */
  readonly #checking = new Map<number, { again: boolean }>()
  readonly #timers: NodeJS.Timeout[]
  readonly #onError: (error: unknown) => void
  #turn = 0

  constructor(kontor: Kontor, sessions: Sessions, onError: (error: unknown) => void) {
    this.#kontor = kontor
    this.#sessions = sessions
    this.#onError = (error) => {
      // A missing database is reported elsewhere, and a refusal is no fault.
      if (!(error instanceof Refused) && !isDatabaseGone(error as Error)) onError(error)
    }
    kontor.news.listen({
      changed: (fact) => this.#changed(fact),
      lost: () => {
        for (const user of this.#people.keys()) this.#check(user)
        for (const room of this.#rooms.values()) room.peopleMayDiffer()
      },
    })
    const poll = () => {
      if (!kontor.news.isListening) for (const room of this.#rooms.values()) room.changed()
    }
    this.#timers = [
      setInterval(() => this.#beat(), PING_MS / PING_SLICES).unref(),
      setInterval(poll, POLL_MS).unref(),
    ]
  }

  async join(listener: Listener) {
    const mine = this.#people.get(listener.by.id) ?? new Set()
    this.#people.set(listener.by.id, mine.add(listener))
    const room = this.#open(listener)
    listener.onClose(() => {
      mine.delete(listener)
      if (mine.size === 0) this.#people.delete(listener.by.id)
      room.leave(listener)
      const key = roomKeyText(listener.room)
      if (room.listeners.size === 0 && this.#rooms.get(key) === room) this.#rooms.delete(key)
    })
    listener.onRead(() => {
      // `catchUp` must send the last frame. A long list fills the buffer, so a frame after it would mark the listener
      // as too slow again, and the list would be sent again and again.
      if (listener.isBehind)
        void this.#closeOnError([listener], async () => {
          await this.#sendMeta([listener])
          await room.catchUp(listener)
        })
    })
    await this.#closeOnError([listener], async () => {
      await room.add(listener)
      await this.#sendMeta([listener])
    })
  }

  #open({ room: key }: Listener): OpenRoom {
    const known = this.#rooms.get(roomKeyText(key))
    if (known) return known
    const room: OpenRoom = new OpenRoom(this.#kontor, key, {
      onPeople: () => void forEachPerson(room, (devices) => this.#sendMeta(devices)),
      onError: this.#onError,
    })
    this.#rooms.set(roomKeyText(key), room)
    return room
  }

  close() {
    for (const timer of this.#timers) clearInterval(timer)
    for (const listeners of this.#people.values()) for (const listener of listeners) listener.close('leaving')
  }

  #changed(fact: string) {
    const key = roomOf(fact)
    const room = key && this.#rooms.get(roomKeyText(key))
    // The room was renamed, shown, hidden or deleted: listeners get a new 'meta' frame or are disconnected.
    if (room && isRoomHeadFact(fact)) void forEachPerson(room, (devices) => this.#checkDevices(devices))
    else room?.changed()
    if (fact === aboutAssignments || fact === aboutUsers)
      for (const open of this.#rooms.values()) open.peopleMayDiffer()
    const user = userOf(fact)
    if (user !== undefined) this.#check(user)
  }

  /** Changes of a person's rights while a check is running cause exactly one more check. */
  #check(user: number) {
    const running = this.#checking.get(user)
    if (running) running.again = true
    const [first, ...rest] = this.#people.get(user) ?? []
    if (running || !first) return
    const check = { again: false }
    this.#checking.set(user, check)
    void this.#checkDevices([first, ...rest]).finally(() => {
      this.#checking.delete(user)
      if (check.again) this.#check(user)
    })
  }

  /** Closes connections whose session has ended or whose owner may no longer read the room. */
  async #checkDevices(devices: ListenerGroup) {
    for (const listeners of groupListeners(devices, ({ session }) => session)) {
      await this.#closeOnError(listeners, async () => {
        const by = await this.#sessions.callerWith(listeners[0].session)
        for (const listener of listeners)
          if (by && !by.must_add_factor) listener.by = by
          else listener.close('session')
      })
    }
    const open = devices.filter(({ isOpen }) => isOpen)
    for (const listeners of groupListeners(open, ({ room }) => roomKeyText(room)))
      await this.#closeOnError(listeners, () => this.#sendMeta(listeners))
  }

  /** After an error, clients closed with 'restart' reconnect, and the handshake checks their rights. */
  async #closeOnError(listeners: Listener[], work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      this.#onError(error)
      for (const listener of listeners) listener.close(error instanceof Refused ? 'member' : 'restart')
    }
  }

  /** Sends the same room data to all devices of a person in one room. */
  async #sendMeta(devices: ListenerGroup) {
    const [{ by, room: key }] = devices
    const room: Room = await getRoom(this.#kontor.db, by, key)
    const people = await this.#rooms.get(roomKeyText(key))?.people()
    if (!people) return
    const own = JSON.stringify({ type: 'meta', ...ownMetaOf(by, room) })
    const frame = Buffer.from(`${own.slice(0, -1)},"users":${people}}`)
    for (const listener of devices) listener.write(frame)
  }

  #beat() {
    const now = performance.now()
    this.#turn = (this.#turn + 1) % PING_SLICES
    for (const [user, listeners] of this.#people) {
      if (user % PING_SLICES !== this.#turn) continue
      for (const listener of listeners) listener.beat()
      // An expiring session changes no row and so causes no news; it is checked here.
      if ([...listeners].some(({ by }) => by.ends_at <= now)) this.#changed(aboutUser(user))
    }
  }
}

async function forEachPerson({ listeners }: OpenRoom, work: (devices: ListenerGroup) => Promise<void>) {
  const people = groupListeners([...listeners], ({ by }) => by.id)
  for (let from = 0; from < people.length; from += PEOPLE_AT_ONCE)
    await Promise.allSettled(people.slice(from, from + PEOPLE_AT_ONCE).map(work))
}

const groupListeners = (listeners: Listener[], key: (listener: Listener) => unknown) =>
  [...Map.groupBy(listeners, key).values()] as ListenerGroup[]
