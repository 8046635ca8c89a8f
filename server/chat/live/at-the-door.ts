// After a restart thousands open their rooms within seconds, each their own. What has to be asked for each of them is
// asked for all who come at one moment, with one statement: which room it is to them, and whether they may hear it.
import { adminsNeedFactor } from '#server/auth/second-factor/check-code.ts'
import { batch } from '#server/batch.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments, aboutRoom, aboutRoomHead, aboutUser, aboutUsers } from '#server/live/facts.ts'
import { type OwnMeta, ownMetaOf } from '../read-room.ts'
import type { RoomKey } from '../room-key.ts'
import { type Asked, findRooms, noSuchRoom, type Room } from '../store.ts'
import { type Hearing, mayHear } from './news-store.ts'

const AT_ONCE = { rooms: 100, hearings: 500 }

/** A room as somebody found it, and when that was. */
export type Found = { room: Room; asOf: number }

export class AtTheDoor {
  readonly #news: Kontor['news']
  readonly #find: (asked: Asked) => Promise<Room | undefined>
  readonly #mayHear: (hearing: Hearing) => Promise<boolean | undefined>

  constructor(kontor: Kontor) {
    const { db, news } = kontor
    this.#news = news
    this.#find = gathered((asked) => findRooms(db, asked), AT_ONCE.rooms)
    this.#mayHear = gathered(
      (hearings) => mayHear(db, hearings, { adminsNeedFactor: adminsNeedFactor(kontor) }),
      AT_ONCE.hearings,
    )
  }

  async find(by: Caller, room: RoomKey): Promise<Found> {
    const asOf = this.#news.count
    return { room: (await this.#find({ by, room })) ?? noSuchRoom(), asOf }
  }

  /** What they were found to have, unless something of it has changed since. */
  async metaOf(by: Caller, key: RoomKey, found?: Found): Promise<OwnMeta> {
    const known = found && this.#isAsItWas(by, found) ? found : await this.find(by, key)
    return ownMetaOf(by, known.room)
  }

  /** By session; undefined where it has ended. */
  async mayHear(room: RoomKey, sessions: readonly number[]): Promise<Map<number, boolean | undefined>> {
    const may = await Promise.all(sessions.map((session) => this.#mayHear({ room, session })))
    return new Map(sessions.map((session, at) => [session, may[at]]))
  }

  #isAsItWas({ id }: Caller, { room, asOf }: Found): boolean {
    const facts = [aboutUser(id), aboutUsers, aboutAssignments]
    const ofRoom = [aboutRoom(room.kind, room.id), aboutRoomHead(room.kind, room.id)]
    return this.#news.isListening && !this.#news.changedSince(asOf, [...facts, ...ofRoom])
  }
}

/** One statement at a time; who asks meanwhile is among those of the next one. */
function gathered<Item, Result>(work: (items: Item[]) => Promise<Result[]>, most: number) {
  const add = batch<Item, Result>(
    async (_, items) => (await work(items)).map((value) => ({ status: 'fulfilled', value })),
    { most },
  )
  return (item: Item) => add('', item)
}
