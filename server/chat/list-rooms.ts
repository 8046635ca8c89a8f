import type { ChatKind, ChatRoom } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { listDirectRooms, listGroupRooms, listPastRooms } from './room-lists-store.ts'

/** The rooms that somebody can open, the one with the newest message first. */
export async function listRooms(
  { db }: Kontor,
  by: Caller,
  kind: ChatKind,
  { show_hidden }: { show_hidden: boolean },
): Promise<ChatRoom[]> {
  const rows = kind === 'direct' ? await listDirectRooms(db, by) : await listGroupRooms(db, by, show_hidden)
  if (kind === 'groups' && by.is_admin && show_hidden) rows.push(...(await listPastRooms(db)))
  return rows.map(({ last_message_at, last_message, has_image, ...room }) => ({
    ...room,
    unread: room.unread && room.noise_level !== 'mute',
    last_message: last_message === '' && has_image ? 'Bild' : last_message,
    last_message_at: last_message_at?.toISOString() ?? null,
  }))
}
