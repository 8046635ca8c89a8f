// Lists of chats and the dot beside „Chat“ are asked for by every open app every few seconds, and each message changes
// them for a whole room. So they are composed from records: one of each room, one of each person. News change a record
// instead of forgetting it, and what is not there is read in batches, many records with one statement, one batch of a kind
// at a time: a thousand people who come at once wait for each other, and not for a thousand connections.
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
import { applyRead, applySaid, type GroupName, type PersonRecord, type RoomRecord } from './records.ts'
import { listAllGroups, listPersonRecords, listRoomRecords } from './records-store.ts'

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
const ROUNDS = 4
const ALL = 'all'

/** Records that are there at one moment. */
export type Held = {
  person: PersonRecord
  /** Of an administrator, who sees them all; else one's own. */
  groups: readonly GroupName[]
  /** Of all groups above, of direct chats, and of what there is a mark of. */
  room(key: RoomKey): RoomRecord
}

export class ChatMemory {
  readonly #news: News
  readonly #people: Cache<PersonRecord>
  readonly #rooms: Cache<RoomRecord>
  readonly #groups: Cache<readonly GroupName[]>
  readonly #readPeople: (ids: number[]) => Promise<void>
  readonly #readRooms: (rooms: string[]) => Promise<void>
  readonly #readGroups: (all: true[]) => Promise<void>

  constructor(db: Database, news: News, { people, rooms } = limits) {
    this.#news = news
    this.#people = new Cache(news, { ...people, weigh: weightOfPerson })
    this.#rooms = new Cache(news, { ...rooms, weigh: weightOfRoom })
    this.#groups = new Cache(news, { entries: 1 })
    news.listen({ changed: (fact, told) => told && this.#change(fact, told), lost: () => {} })
    this.#readPeople = inBatches(async (ids) => {
      const { asOf } = this.#people
      for (const [id, person] of await listPersonRecords(db, ids)) {
        const facts = [aboutUser(id), aboutUsers, ...[...person.rooms].map(factOf)]
        this.#people.keep(String(id), person, { asOf, facts })
      }
    })
    this.#readRooms = inBatches(async (keys) => {
      const { asOf } = this.#rooms
      for (const [key, room] of await listRoomRecords(db, keys.map(roomOfText)))
        this.#rooms.keep(key, room, { asOf, facts: [factOf(key), headOf(key)] })
    })
    this.#readGroups = inBatches(async () => {
      const { asOf } = this.#groups
      const facts = [aboutAssignments, aboutUsers]
      this.#groups.keep(ALL, await listAllGroups(db), { asOf, facts })
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
    if (!held || this.#missingOf(by, held).length > 0) return undefined
    return compose({ ...held, room: (key) => this.#rooms.get(textOf(key)) as RoomRecord })
  }

  /** The same, and reads what is missing; undefined where it cannot be kept, and the database has to say it. */
  async read<T>(by: Caller, compose: (held: Held) => T): Promise<T | undefined> {
    for (let round = 0; round < ROUNDS && this.#news.isListening; round++) {
      const composed = this.now(by, compose)
      if (composed !== undefined) return composed
      const held = this.#heldFor(by)
      if (held) await this.#readRooms(this.#missingOf(by, held))
      else await Promise.all([this.#readPeople([by.id]), by.is_admin && this.#readGroups([true])])
    }
    return this.now(by, compose)
  }

  #heldFor(by: Caller) {
    const person = this.#people.get(String(by.id))
    const groups = by.is_admin ? this.#groups.get(ALL) : person?.groups
    return person && groups && { person, groups }
  }

  #missingOf(by: Caller, { person, groups }: Pick<Held, 'person' | 'groups'>): string[] {
    const missing = [...person.rooms].filter((key) => !this.#rooms.get(key))
    if (!by.is_admin) return missing
    const others = groups
      .map(({ id }) => textOf({ kind: 'groups', id }))
      .filter((key) => !person.rooms.has(key))
    return [...missing, ...others.filter((key) => !this.#rooms.get(key))]
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
    // Who says something has read what was said before.
    for (const { user_id, id } of said.messages) {
      const author = user_id === null ? undefined : this.#people.get(String(user_id))
      if (author && !applyRead(author, { ...key, up_to: id })) this.#people.forget(String(user_id))
    }
  }
}

/** One reading at a time; what is asked for meanwhile is the next one's. */
function inBatches<Key>(read: (keys: Key[]) => Promise<void>): (keys: Key[]) => Promise<void> {
  const add = batch<Key[], void>(
    async (_, asked) => {
      await read([...new Set(asked.flat())])
      return asked.map(() => ({ status: 'fulfilled', value: undefined }))
    },
    { most: AT_ONCE },
  )
  return (keys) => add('', keys)
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
const weightOfPerson = ({ groups, directs, marks }: PersonRecord) =>
  1_000 + 300 * (groups.length + directs.length) + 400 * marks.size
const weightOfRoom = ({ name }: RoomRecord) => 1_600 + 2 * name.length
