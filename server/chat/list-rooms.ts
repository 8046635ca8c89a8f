import type { ChatKind, ChatRoom } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { composeRooms } from './memory/compose.ts'
import { type Last, listDirectRooms, listGroupRooms, listPastRooms, listUnread } from './room-lists-store.ts'

type Choice = { show_hidden: boolean }

/** The rooms that somebody can open, the one with the newest message first. */
export async function listRooms(
  kontor: Kontor,
  by: Caller,
  kind: ChatKind,
  { show_hidden }: Choice,
): Promise<ChatRoom[]> {
  const rooms =
    (await kontor.chats.read(by, (held) => composeRooms(held, by, kind, show_hidden))) ??
    (await listRoomsOfDatabase(kontor, by, kind, { show_hidden }))
  if (!(kind === 'groups' && by.is_admin && show_hidden)) return rooms
  return [...rooms, ...(await listPastRooms(kontor.db)).map(shown)]
}

/** What answers about somebody's chats rest on, as far as that is in memory. */
export function groundsOfChats({ chats }: Kontor, by: Caller) {
  const version = chats.versionFor(by)
  return version === undefined ? undefined : [version]
}

/** Where they are not in memory, or no news are received. */
export async function listRoomsOfDatabase(
  { db }: Kontor,
  by: Caller,
  kind: ChatKind,
  { show_hidden }: Choice,
): Promise<ChatRoom[]> {
  const rows = kind === 'direct' ? await listDirectRooms(db, by) : await listGroupRooms(db, by, show_hidden)
  return rows.map(shown)
}

type Found =
  | Awaited<ReturnType<typeof listDirectRooms>>[number]
  | Awaited<ReturnType<typeof listPastRooms>>[number]

const shown = (found: Found): ChatRoom => {
  const room = withLast(found)
  return { ...room, unread: room.unread && room.noise_level !== 'mute' }
}

/** What was said last, as people read it. */
const withLast = <Room extends Last>({
  last_message_at,
  last_message,
  has_image,
  last_by,
  last_name,
  ...room
}: Room) => ({
  ...room,
  last_message: last_message === '' && has_image ? 'Bild' : last_message,
  last_message_at: last_message_at?.toISOString() ?? null,
  last_message_by:
    last_message_at === null || last_name === null ? null : { user_id: last_by, display_name: last_name },
})

/**
 * In which rooms somebody has not read what was said, the newest first, and of which groups they are in that moment;
 * where they are not in memory.
 */
export async function listUnreadOfDatabase(db: Database, by: Caller) {
  const rooms = await listUnread(db, by)
  const groups = rooms.filter(({ is_own_group }) => is_own_group)
  return { unread: rooms.filter(({ unread }) => unread).map(withLast), groups }
}
