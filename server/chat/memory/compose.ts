// Answers made of states alone, the same as the database would give them (../room-lists-store.ts).
import type { ChatKind, ChatRoom } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import { type RoomKey, roomOfText, textOf } from '../room-key.ts'
import type { Held } from './chat-memory.ts'
import { hasUnread, type RoomState } from './states.ts'

/** The room with the newest message first, those in which nothing was said behind them. */
export function composeRooms(held: Held, by: Caller, kind: ChatKind, showHidden: boolean): ChatRoom[] {
  const rows = kind === 'direct' ? directRows(held, by) : groupRows(held, by, showHidden)
  return rows.toSorted((a, b) => b.newest - a.newest).map(({ shown }) => shown)
}

type Listed = { newest: number; shown: ChatRoom }

function groupRows({ person, groups, room }: Held, by: Caller, showHidden: boolean): Listed[] {
  return groups.flatMap(({ id, name }) => {
    const state = room({ kind: 'groups', id })
    if (!state.is_there || !(state.is_shown || (by.is_admin && showHidden))) return []
    const mark = person.marks.get(textOf({ kind: 'groups', id }))
    const noise_level = mark?.noise_level ?? (person.memberOf.has(id) ? 'show' : 'mute')
    const unread = hasUnread(state, by.id, mark)
    const { last } = state
    const last_message_by = authorOf(last)
    const own = { id, name, user_id: null, visible: state.is_shown, noise_level, unread, last_message_by }
    return [rowOf(state, own)]
  })
}

function directRows({ person, room }: Held, by: Caller): Listed[] {
  return person.directs
    .toSorted((a, b) => b.id - a.id)
    .map(({ id, name, user_id }) => {
      const state = room({ kind: 'direct', id })
      const mark = person.marks.get(textOf({ kind: 'direct', id }))
      const unread = hasUnread(state, by.id, mark)
      const noise_level = mark?.noise_level ?? 'alert'
      return rowOf(state, { id, name, user_id, visible: true, noise_level, unread, last_message_by: null })
    })
}

type Own = Pick<
  ChatRoom,
  'id' | 'name' | 'user_id' | 'visible' | 'noise_level' | 'unread' | 'last_message_by'
>

/** In the order in which answers have it (`ChatRoom`): so its tag is the same, whoever writes it down. */
const rowOf = (
  { last }: RoomState,
  { id, name, user_id, unread, noise_level, visible, last_message_by }: Own,
): Listed => ({
  newest: last?.id ?? 0,
  shown: {
    id,
    name,
    user_id,
    unread: unread && noise_level !== 'mute',
    noise_level,
    visible,
    is_past: false,
    ...lastOf(last),
    last_message_by,
  },
})

const lastOf = (last: RoomState['last']) => ({
  last_message: last && (last.text === '' && last.has_image ? 'Bild' : last.text),
  last_message_at: last?.at ?? null,
})

/** In a group; of two everybody knows. */
const authorOf = (last: RoomState['last']) => last && { user_id: last.user_id, display_name: last.by }

/** In how many rooms something unmuted is unread: one's own, and for an administrator those they have asked to hear. */
export const countUnread = (held: Held, by: Caller): number => unreadRooms(held, by).length

/** The same rooms with their names and their last message, the one with the newest first. */
export function listUnreadOf(held: Held, by: Caller) {
  const { person, groups, room } = held
  const known = {
    groups: new Map(groups.map(({ id, name }) => [id, { name, user_id: null }])),
    direct: new Map(person.directs.map(({ id, name, user_id }) => [id, { name, user_id }])),
  }
  return unreadRooms(held, by)
    .toSorted((a, b) => (room(b).last?.id ?? 0) - (room(a).last?.id ?? 0))
    .map(({ kind, id }) => {
      const { last } = room({ kind, id })
      return {
        kind,
        id,
        ...(known[kind].get(id) ?? { name: null, user_id: null }),
        ...lastOf(last),
        last_message_by: kind === 'groups' ? authorOf(last) : null,
      }
    })
}

function unreadRooms({ person, room }: Held, by: Caller): RoomKey[] {
  const isUnread = (key: RoomKey) => {
    const state = room(key)
    if (key.kind === 'groups' && !state.is_shown) return false
    const mark = person.marks.get(textOf(key))
    return mark?.noise_level !== 'mute' && hasUnread(state, by.id, mark)
  }
  const groups = [...person.groups.map(({ id }) => id), ...(by.is_admin ? listened(person) : [])]
  const keys: RoomKey[] = [
    ...groups.map((id) => ({ kind: 'groups' as const, id })),
    ...person.directs.map(({ id }) => ({ kind: 'direct' as const, id })),
  ]
  return keys.filter(isUnread)
}

/** Groups of others that somebody has asked to hear. */
const listened = ({ marks, memberOf }: Held['person']) =>
  [...marks].flatMap(([key, { noise_level }]) => {
    if (noise_level === null) return []
    const { kind, id } = roomOfText(key)
    return kind === 'groups' && !memberOf.has(id) ? [id] : []
  })
