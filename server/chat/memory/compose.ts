// Answers made of states alone, the same as the database would give them (../room-lists-store.ts).
import type { ChatKind, ChatRoom, NoiseLevel } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import { textOf } from '../room-key.ts'
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
    return [rowOf(state, { id, name, visible: state.is_shown, noise_level, unread })]
  })
}

function directRows({ person, room }: Held, by: Caller): Listed[] {
  return person.directs
    .toSorted((a, b) => b.id - a.id)
    .map(({ id, name }) => {
      const state = room({ kind: 'direct', id })
      const mark = person.marks.get(textOf({ kind: 'direct', id }))
      const unread = hasUnread(state, by.id, mark)
      return rowOf(state, { id, name, visible: true, noise_level: mark?.noise_level ?? 'alert', unread })
    })
}

type Own = { id: number; name: string; visible: boolean; noise_level: NoiseLevel; unread: boolean }

const rowOf = ({ last }: RoomState, own: Own): Listed => ({
  newest: last?.id ?? 0,
  shown: {
    id: own.id,
    name: own.name,
    unread: own.unread && own.noise_level !== 'mute',
    noise_level: own.noise_level,
    visible: own.visible,
    is_past: false,
    last_message: last && (last.text === '' && last.has_image ? 'Bild' : last.text),
    last_message_at: last?.at ?? null,
  },
})

/** In how many rooms something unmuted is unread: one's own, and for an administrator those they have asked to hear. */
export function countUnread({ person, room }: Held, by: Caller): number {
  const unread = (kind: ChatKind, id: number) => {
    const mark = person.marks.get(textOf({ kind, id }))
    return mark?.noise_level !== 'mute' && hasUnread(room({ kind, id }), by.id, mark)
  }
  const inGroup = (id: number) => room({ kind: 'groups', id }).is_shown && unread('groups', id)
  const groups = [...person.groups.map(({ id }) => id), ...(by.is_admin ? listened(person) : [])]
  return person.directs.filter(({ id }) => unread('direct', id)).length + groups.filter(inGroup).length
}

/** Groups of others that somebody has asked to hear. */
const listened = ({ marks, memberOf }: Held['person']) =>
  [...marks].flatMap(([key, { noise_level }]) => {
    const [kind, id] = key.split('/')
    return kind === 'groups' && noise_level !== null && !memberOf.has(Number(id)) ? [Number(id)] : []
  })
