// Lists of chats and the dot beside „Chat“ are asked for by every open app every few seconds, and each message
// changes them for a whole room. So they are composed from states: one of each room, one of each person. News change
// a state instead of forgetting it, and what is not there is read in batches, many states with one statement, one
// batch of a kind at a time: a thousand people who come at once wait for each other, and not for a thousand
// connections.
import { batch } from '#server/batch.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import { Cache } from '#server/live/cache.ts'
import {
  aboutAssignments,
  aboutRoom,
  aboutRoomHead,
  aboutUser,
  aboutUsers,
  roomOf,
  userOf,
} from '#server/live/facts.ts'
import type { News } from '#server/live/news.ts'
import type { Said, Told } from '#server/live/told.ts'
import { type RoomKey, roomOfText, textOf } from '../room-key.ts'
import {
  applyRead,
  applySaid,
  type GroupName,
  nextVersion,
  olderOf,
  type PersonState,
  type RoomState,
} from './states.ts'
import { listAllGroups, listPersonStates, listRoomStates } from './states-store.ts'

declare module '#server/kontor.ts' {
  interface Kontor {
    /** Rooms and people, as lists of chats need them. */
    chats: ChatMemory
  }
}

const MB = 1024 * 1024
const limits = { people: { entries: 50_000, bytes: 48 * MB }, rooms: { entries: 50_000, bytes: 32 * MB } }
/** For so many people one statement reads what they miss. */
const AT_ONCE = 100
/** How often what is missing is read before the database is asked for the whole answer. */
const ROUNDS = 5
const ALL = 'all' as const

/** What has to be read, and after which message at least. */
type Wanted<Key> = ReadonlyMap<Key, number>

/** States that are there at one moment. */
export type Held = {
  person: PersonState
  /** Of an administrator, who sees them all; else one's own. */
  groups: readonly GroupName[]
  /** Of all groups above, of direct chats, and of what there is a mark of. */
  room: (key: RoomKey) => RoomState
}

export class ChatMemory {
  readonly #news: News
  readonly #people: Cache<PersonState>
  readonly #rooms: Cache<RoomState>
  readonly #groups: Cache<AllGroups>
  readonly #readPeople: (ids: Wanted<number>) => Promise<void>
  readonly #readRooms: (rooms: Wanted<string>) => Promise<void>
  readonly #readGroups: (all: Wanted<typeof ALL>) => Promise<void>

  constructor(db: Database, news: News, { people, rooms } = limits) {
    this.#news = news
    this.#people = new Cache(news, { ...people, weigh: weightOfPerson })
    this.#rooms = new Cache(news, { ...rooms, weigh: weightOfRoom })
    this.#groups = new Cache(news, { entries: 1 })
    news.listen({
      changed: (fact, told) => told && this.#change(fact, told),
      lost: () => {},
    })
    this.#readPeople = inBatches(async (wanted) => {
      const { asOf } = this.#people
      for (const [id, person] of await listPersonStates(db, [...wanted.keys()])) {
        person.top = Math.max(wanted.get(id) ?? 0, this.#people.get(String(id))?.top ?? 0)
        const facts = [aboutUser(id), aboutUsers, ...[...person.rooms].map(factOf)]
        this.#people.keep(String(id), person, { asOf, facts })
      }
    })
    this.#readRooms = inBatches(async (wanted) => {
      const { asOf } = this.#rooms
      for (const [key, room] of await listRoomStates(db, [...wanted.keys()].map(roomOfText))) {
        room.top = Math.max(room.top, wanted.get(key) ?? 0, this.#rooms.get(key)?.top ?? 0)
        // Users: the author of the last message may be called otherwise.
        this.#rooms.keep(key, room, { asOf, facts: [factOf(key), headOf(key), aboutUsers] })
      }
    })
    this.#readGroups = inBatches(async () => {
      const { asOf } = this.#groups
      const facts = [aboutAssignments, aboutUsers]
      const groups = await listAllGroups(db)
      this.#groups.keep(ALL, { groups, version: nextVersion() }, { asOf, facts })
    })
  }

  get kept(): { entries: number; bytes: number } {
    return {
      entries: this.#people.size + this.#rooms.size,
      bytes: this.#people.bytes + this.#rooms.bytes,
    }
  }

  /** Undefined where not all of it is in memory. */
  now<T>(by: Caller, compose: (held: Held) => T): T | undefined {
    const held = this.#heldFor(by)
    if (!held || !isComplete(this.#lookAt(by, held).missing)) return undefined
    return compose({
      person: held.person,
      groups: held.groups,
      room: (key) => this.#rooms.get(textOf(key)) as RoomState,
    })
  }

  /** The same as long as what `now` composes of it is; undefined as it is there. */
  versionFor(by: Caller): number | undefined {
    const held = this.#heldFor(by)
    if (!held) return undefined
    const { missing, version } = this.#lookAt(by, held)
    return isComplete(missing) ? version : undefined
  }

  /** The same, and reads what is missing; undefined where it cannot be kept, and the database has to say it. */
  async read<T>(by: Caller, compose: (held: Held) => T): Promise<T | undefined> {
    for (let round = 0; round < ROUNDS && this.#news.isListening; round++) {
      const composed = this.now(by, compose)
      if (composed !== undefined) return composed
      const held = this.#heldFor(by)
      const { people, rooms, groups } = held ? this.#lookAt(by, held).missing : nobodyKnown(by)
      await Promise.all([
        people.size > 0 && this.#readPeople(people),
        rooms.size > 0 && this.#readRooms(rooms),
        groups.size > 0 && this.#readGroups(groups),
      ])
    }
    return this.now(by, compose)
  }

  /** Up to where somebody has read a room, if that is in memory. */
  markOf(person: number, room: RoomKey): { read_up_to: number } | undefined {
    const state = this.#people.get(String(person))
    return state && (state.marks.get(textOf(room)) ?? { read_up_to: 0 })
  }

  #heldFor(by: Caller): Seen | undefined {
    const person = this.#people.get(String(by.id))
    const all = by.is_admin ? this.#groups.get(ALL) : person
    return person && all && { person, groups: all.groups, version: Math.max(person.version, all.version) }
  }

  /** What is not there, or older than something else that is; and the newest version of all. */
  #lookAt(by: Caller, { person, groups, version: own }: Seen): { missing: Missing; version: number } {
    const missing = complete()
    let version = own
    for (const key of person.rooms) {
      const mark = person.marks.get(key)
      const room = this.#rooms.get(key)
      const older = room ? olderOf(room, person, by.id, mark) : 'room'
      if (older === 'room') missing.rooms.set(key, mark?.read_up_to ?? 0)
      if (older === 'person')
        missing.people.set(by.id, Math.max(room?.last?.id ?? 0, missing.people.get(by.id) ?? 0))
      // A group that is gone is in nobody's list any more: the list is the older one.
      if (room?.is_there === false && person.groups.some(({ id }) => textOf({ kind: 'groups', id }) === key))
        missing.people.set(by.id, missing.people.get(by.id) ?? 0)
      if (room && room.version > version) version = room.version
    }
    if (!by.is_admin) return { missing, version }
    for (const { id } of groups) {
      const key = textOf({ kind: 'groups', id })
      const room = this.#rooms.get(key)
      if (!room && !missing.rooms.has(key)) missing.rooms.set(key, 0)
      if (room?.is_there === false) missing.groups.set(ALL, 0)
      if (room && room.version > version) version = room.version
    }
    return { missing, version }
  }

  /** What has become of a room or of somebody's marks is said with the news. */
  #change(fact: string, { said, read }: Told) {
    const room = roomOf(fact)
    if (said && room) this.#changeRoom(room, said)
    const user = userOf(fact)
    const person = read && user !== undefined ? this.#people.get(String(user)) : undefined
    if (read && person && !applyRead(person, read)) this.#people.forget(String(user))
  }

  #changeRoom(key: RoomKey, said: Said) {
    const room = this.#rooms.get(textOf(key))
    if (room && !applySaid(room, said)) this.#rooms.forget(textOf(key))
    // Who says something has read what was said before, where the news do not say otherwise.
    for (const { user_id, id } of said.messages) {
      const author = user_id === null ? undefined : this.#people.get(String(user_id))
      if (author && said.unread?.includes(id)) author.top = Math.max(author.top, id)
      else if (author && !applyRead(author, { ...key, up_to: id })) this.#people.forget(String(user_id))
    }
  }
}

type AllGroups = { groups: readonly GroupName[]; version: number }
type Seen = Pick<Held, 'person' | 'groups'> & { version: number }
type Missing = { people: Map<number, number>; rooms: Map<string, number>; groups: Map<typeof ALL, number> }
const complete = (): Missing => ({ people: new Map(), rooms: new Map(), groups: new Map() })
const isComplete = ({ people, rooms, groups }: Missing) => people.size + rooms.size + groups.size === 0
const nobodyKnown = (by: Caller): Missing => ({
  people: new Map([[by.id, 0]]),
  rooms: new Map(),
  groups: by.is_admin ? new Map([[ALL, 0]]) : new Map(),
})

/** One reading at a time; what is asked for meanwhile is the next one's. */
function inBatches<Key>(
  read: (wanted: Wanted<Key>) => Promise<void>,
): (wanted: Wanted<Key>) => Promise<void> {
  const add = batch<Wanted<Key>, void>(
    async (_, asked) => {
      const all = new Map<Key, number>()
      for (const wanted of asked)
        for (const [key, top] of wanted) all.set(key, Math.max(top, all.get(key) ?? 0))
      await read(all)
      return asked.map(() => ({ status: 'fulfilled', value: undefined }))
    },
    { most: AT_ONCE },
  )
  return (wanted) => add('', wanted)
}

const factOf = (room: string) => {
  const { kind, id } = roomOfText(room)
  return aboutRoom(kind, id)
}
const headOf = (room: string) => {
  const { kind, id } = roomOfText(room)
  return aboutRoomHead(kind, id)
}

/** In bytes, about: objects, keys, their place among the facts. */
const weightOfPerson = ({ groups, directs, marks }: PersonState) =>
  1_000 + 300 * (groups.length + directs.length) + 400 * marks.size
const weightOfRoom = () => 1_800
