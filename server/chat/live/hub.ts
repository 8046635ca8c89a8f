import type { Sessions } from '#server/auth/sessions.ts'
import { Refused } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments, aboutUser, aboutUsers, isAboutHead, roomOf, userOf } from '#server/live/facts.ts'
import { readOwnMeta } from '../read-room.ts'
import { getRoom, type Room } from '../rooms.ts'
import { metaFrame } from './frames.ts'
import type { Listener } from './listener.ts'
import { OpenRoom } from './open-room.ts'

/**
 * Everybody on this node who has a room open. It hears the same news as everything else here: a room in which something
 * happened is read anew, a person whose rights changed is looked at anew, and after a time of deafness so is everything.
 */
const BEAT_MS = 30_000
const DEAF_MS = 1_000
const ROOMS_EACH = 10
const AT_ONCE = 10

export class Hub {
  readonly #kontor: Kontor
  readonly #sessions: Sessions
  readonly #rooms = new Map<string, OpenRoom>()
  readonly #people = new Map<number, Set<Listener>>()
  readonly #timers: NodeJS.Timeout[]

  constructor(kontor: Kontor, sessions: Sessions) {
    this.#kontor = kontor
    this.#sessions = sessions
    kontor.news.listen({
      changed: (fact) => this.#hear(fact),
      lost: () => this.#lookAtAll(),
    })
    this.#timers = [
      setInterval(() => this.#beat(), BEAT_MS).unref(),
      // While other nodes cannot be heard, the rooms are asked.
      setInterval(() => !kontor.news.heard && this.#everyRoom(), DEAF_MS).unref(),
    ]
  }

  get size(): number {
    return [...this.#people.values()].reduce((all, listeners) => all + listeners.size, 0)
  }

  async join(listener: Listener) {
    const mine = this.#people.get(listener.by.id) ?? new Set()
    this.#people.set(listener.by.id, mine.add(listener))
    if (mine.size > ROOMS_EACH) [...mine][0]?.close('tooMany')
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
      const caughtUp = this.#giveMeta(listener).then(() => room.catchUp(listener))
      caughtUp.catch(() => listener.close('restart'))
    })
    await room.add(listener)
    await this.#giveMeta(listener)
  }

  #open(room: Listener['room']): OpenRoom {
    const open: OpenRoom = new OpenRoom(this.#kontor, room, () => void this.#giveMetaToAll(open))
    return open
  }

  close() {
    for (const timer of this.#timers) clearInterval(timer)
    for (const listener of this.#everybody()) listener.close('restart')
  }

  #hear(fact: string) {
    const room = roomOf(fact)
    if (room) {
      const open = this.#rooms.get(keyOf(room))
      if (open && isAboutHead(fact)) void this.#lookAtRoom(open)
      else open?.happened()
    }
    if (fact === aboutAssignments || fact === aboutUsers)
      for (const open of this.#rooms.values()) open.peopleMayDiffer()
    const user = userOf(fact)
    if (user !== undefined) for (const listener of this.#people.get(user) ?? []) void this.#look(listener)
  }

  #lookAtAll() {
    for (const listener of this.#everybody()) void this.#look(listener)
    this.#everyRoom()
  }

  #everyRoom() {
    for (const room of this.#rooms.values()) room.happened()
  }

  /** Whether somebody may still listen: their session, and their place in the room. */
  async #look(listener: Listener) {
    try {
      const by = await this.#sessions.find(listener.cookies)
      if (!by) return listener.close('session')
      listener.by = by
      await getRoom(this.#kontor.db, by, listener.room.kind, listener.room.id)
      await this.#giveMeta(listener)
    } catch (error) {
      if (error instanceof Refused) listener.close('member')
      // The database is away: the connection comes back, and is looked at then.
      else listener.close('restart')
    }
  }

  async #giveMeta(listener: Listener) {
    if (!listener.isOpen) return
    const { kind, id } = listener.room
    const users = await this.#rooms.get(keyOf(listener.room))?.participants()
    const meta = await readOwnMeta(this.#kontor, listener.by, { kind, room_id: id })
    if (users) listener.writeAll(metaFrame(meta, users))
  }

  /** A few at a time: a room can be everybody's. Whoever cannot be told now is told with the next news of them. */
  #giveMetaToAll(room: OpenRoom) {
    return this.#forAll(room, (listener) => this.#giveMeta(listener))
  }

  /** It is called otherwise, shown or hidden, or nobody's any more: everybody in it is told, or has to go. */
  #lookAtRoom(room: OpenRoom) {
    return this.#forAll(room, (listener) => this.#look(listener))
  }

  async #forAll({ listeners }: OpenRoom, work: (listener: Listener) => Promise<void>) {
    const all = [...listeners]
    for (let from = 0; from < all.length; from += AT_ONCE)
      await Promise.allSettled(all.slice(from, from + AT_ONCE).map(work))
  }

  #beat() {
    const now = performance.now()
    const over = new Set<number>()
    for (const listener of this.#everybody()) {
      listener.beat()
      if (listener.by.ends_at <= now) over.add(listener.by.id)
    }
    // That a session has run out is no news: nobody has done anything.
    for (const user of over) this.#hear(aboutUser(user))
  }

  #everybody(): Listener[] {
    return [...this.#people.values()].flatMap((listeners) => [...listeners])
  }
}

const keyOf = ({ kind, id }: Pick<Room, 'kind' | 'id'>) => `${kind}/${id}`
