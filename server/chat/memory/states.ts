// What is kept of a room and of a person, and how news change it.
import type { NoiseLevel } from '#contract/chat.ts'
import type { Read, Said } from '#server/live/told.ts'
import { textOf } from '../room-key.ts'

/**
 * Each state that is made or changed has a greater one than all before: where the greatest of some states is still
 * the same, so is all that is made of them.
 */
export const nextVersion = () => ++versions
let versions = 0

/** What is the same of a room for everybody who sees it. */
export type RoomState = {
  /** False where the group has been deleted. */
  is_there: boolean
  is_shown: boolean
  /** Counts the deletions in it. */
  revision: number
  last: LastMessage | null
  /** The newest message that is not of the author of the last one; 0 for none. */
  other: number
  /** The state is that of after this message, or of later. */
  top: number
  version: number
}
type LastMessage = {
  id: number
  user_id: number | null
  /** What its author is called. */
  by: string
  at: string
  text: string
  has_image: boolean
}

type Mark = { noise_level: NoiseLevel | null; read_up_to: number }
/** Where somebody belongs, and what they want of rooms and have read in them. */
export type PersonState = {
  /** In German order. */
  groups: readonly GroupName[]
  memberOf: ReadonlySet<number>
  directs: readonly DirectChat[]
  marks: Map<string, Mark>
  /** All of these rooms, and no others. */
  rooms: ReadonlySet<string>
  /** As of a room. */
  top: number
  version: number
}
export type GroupName = { id: number; name: string }
/** Called as the other person, whose id it names as long as they are there. */
export type DirectChat = { id: number; name: string; user_id: number | null }

/** So much of the last message stands in a list. */
export const PREVIEW = 200

/** Is there a message of somebody else that they have not read? */
export function hasUnread({ last, other }: RoomState, person: number, mark: Mark | undefined): boolean {
  if (last === null) return false
  return (last.user_id === person ? other : last.id) > (mark?.read_up_to ?? 0)
}

/**
 * One commit changes a room and the mark of its author, and each is read by itself: the one that is older than the
 * other has to be read again before both are looked at together.
 */
export function olderOf(room: RoomState, person: PersonState, id: number, mark: Mark | undefined) {
  const upTo = mark?.read_up_to ?? 0
  if (room.top < upTo) return 'room'
  const isMine = room.last !== null && room.last.user_id === id
  return isMine && Math.max(person.top, upTo) < (room.last?.id ?? 0) ? 'person' : undefined
}

/** False if what was said does not follow what is known of the room: then it has to be read. */
export function applySaid(room: RoomState, { revision, before, messages }: Said): boolean {
  const newest = messages.at(-1)?.id ?? 0
  // It was read after that was written down.
  if (room.revision > revision || (room.revision === revision && (room.last?.id ?? 0) >= newest)) return true
  if (room.revision < revision || (room.last?.id ?? null) !== before) return false
  for (const { id, user_id, display_name: by, created_at, content, image_id } of messages) {
    if (room.last && room.last.user_id !== user_id) room.other = room.last.id
    const at = new Date(created_at).toISOString()
    room.last = { id, user_id, by, at, text: beginningOf(content), has_image: image_id !== null }
  }
  room.top = Math.max(room.top, newest)
  room.version = nextVersion()
  return true
}

/** Never in the middle of a character, as the database cuts it. */
function beginningOf(content: string): string {
  return content.length <= PREVIEW ? content : Array.from(content).slice(0, PREVIEW).join('')
}

/** Only ever forward. False for a room that is not among theirs yet. */
export function applyRead(person: PersonState, { kind, id, up_to }: Read): boolean {
  const room = textOf({ kind, id })
  if (!person.rooms.has(room)) return false
  const mark = person.marks.get(room)
  if (mark && mark.read_up_to >= up_to) return true
  person.marks.set(room, { noise_level: mark?.noise_level ?? null, read_up_to: up_to })
  person.version = nextVersion()
  return true
}
