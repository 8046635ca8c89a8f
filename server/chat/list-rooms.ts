import type { ChatKind, ChatRoom } from '#contract/chat.ts'
import { withPresentNames } from '#contract/words/mentions.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import {
  aboutAnyRoom,
  aboutAnyRoomHead,
  aboutAssignments,
  aboutChats,
  aboutRoom,
  aboutRoomHead,
  aboutUsers,
} from '#server/live/facts.ts'
import { type LastMessage, listArchivedRooms, listDirectRooms, listGroupRooms } from './room-lists-store.ts'

/**
 * Rooms that the caller can open, the newest message first. Hidden rooms and rooms of deleted groups are listed for
 * administrators with `show_hidden` only; the latter are at the end.
 */
export async function listRooms(
  { db }: Kontor,
  by: Caller,
  kind: ChatKind,
  { show_hidden }: { show_hidden: boolean },
): Promise<ChatRoom[]> {
  if (kind === 'direct') return (await listDirectRooms(db, by)).map(toChatRoom)
  const rooms = await listGroupRooms(db, by, show_hidden)
  const past = by.is_admin && show_hidden ? await listArchivedRooms(db) : []
  return [...rooms, ...past].map(toChatRoom)
}

/**
 * Facts (`server/live/facts.ts`) that the list of a person's rooms depends on: messages, read marks, rooms, and
 * people's names. If one changes, the ETag of the list changes.
 */
export function factsOfRooms({ id, is_admin, group_ids }: Caller, kind: ChatKind): string[] {
  const own = [aboutChats(id), aboutUsers]
  if (kind === 'direct') return own
  const rooms = is_admin
    ? [aboutAnyRoom, aboutAnyRoomHead]
    : group_ids.flatMap((group) => [aboutRoom('groups', group), aboutRoomHead('groups', group)])
  return [...own, aboutAssignments, ...rooms]
}

type RoomRow =
  | Awaited<ReturnType<typeof listDirectRooms>>[number]
  | Awaited<ReturnType<typeof listArchivedRooms>>[number]

const toChatRoom = (found: RoomRow): ChatRoom => ({
  ...withLastMessage(found),
  unread: found.unread_messages > 0,
})

/**
 * Formats the last message for a list: present names of mentioned people, and 'Bild' for an image without
 * text.
 */
export const withLastMessage = <Room extends LastMessage>({
  last_message_at,
  last_message,
  last_mentions,
  has_image,
  last_by,
  last_name,
  ...room
}: Room) => ({
  ...room,
  last_message:
    last_message === '' && has_image ? 'Bild' : last_message && withPresentNames(last_message, last_mentions),
  last_message_at: last_message_at?.toISOString() ?? null,
  last_message_by:
    last_message_at === null || last_name === null ? null : { user_id: last_by, display_name: last_name },
})
