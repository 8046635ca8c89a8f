import type { ChatMessage, ChatMeta } from '#contract/chat.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutChats } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { setReadUpTo } from './marks-store.ts'
import { findChatImage, listMessages, listWithImage } from './messages-store.ts'
import type { RoomKey } from './room-key.ts'
import { getRoom, listParticipants, type Room } from './store.ts'

/**
 * Returns the newest messages, or older ones with `before`. With `isRead` the newest ones are marked as read.
 */
export async function readMessages(
  kontor: Kontor,
  by: Caller,
  key: RoomKey,
  { before, isRead }: { before: number | undefined; isRead: boolean },
): Promise<ChatMessage[]> {
  const room = await getRoom(kontor.db, by, key)
  const messages = await listMessages(kontor.db, room, before)
  const newest = messages.at(-1)
  if (isRead && before === undefined && newest) await moveReadMark(kontor, by, room, newest.id)
  return messages
}

/** Messages with an image; does not mark the room as read. */
export const readMessagesWithImage = async ({ db }: Kontor, by: Caller, key: RoomKey, before?: number) =>
  listWithImage(db, await getRoom(db, by, key), before)

export async function markRoomRead(
  kontor: Kontor,
  by: Caller,
  key: RoomKey,
  { message_id }: { message_id: number },
) {
  await moveReadMark(kontor, by, await getRoom(kontor.db, by, key), message_id)
}

async function moveReadMark(kontor: Kontor, by: Caller, room: Room, messageId: number) {
  // Fast path: most callers have already read everything.
  if ((room.read_up_to ?? 0) >= messageId) return
  await inCallerTransaction(kontor, by, async (tx) => {
    if (await setReadUpTo(tx, by.id, room, messageId)) changed(tx, aboutChats(by.id))
  })
}

export async function readMeta(kontor: Kontor, by: Caller, key: RoomKey): Promise<ChatMeta> {
  const room = await getRoom(kontor.db, by, key)
  return { ...ownMetaOf(by, room), users: await listParticipants(kontor.db, room) }
}

type OwnMeta = Omit<ChatMeta, 'users'>

/** The part of `ChatMeta` that differs between the people of a room. */
export const ownMetaOf = (by: Caller, room: Room): OwnMeta => ({
  user_id: by.id,
  title: room.title,
  visible: room.visible,
  noise_level: room.noise_level ?? (room.kind === 'direct' ? 'alert' : room.is_member ? 'show' : 'mute'),
  read_up_to: room.read_up_to,
  can: { post: room.can_post, administer: by.is_admin && room.kind === 'groups' },
})

/** Images are visible to everybody who may read the room, while their message exists. */
export async function readChatImage(
  { db }: Kontor,
  by: Caller,
  key: RoomKey,
  { image_id, size }: { image_id: string; size: 'full' | 'small' },
) {
  const room = await getRoom(db, by, key)
  const image = await findChatImage(db, room, image_id)
  if (!image) throw refuse('not_found')
  return { type: image.type, bytes: size === 'small' ? (image.small ?? image.bytes) : image.bytes }
}
