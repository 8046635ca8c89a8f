import type { ChatMessage, ChatMeta } from '#contract/chat.ts'
import { lockActiveForShare } from '#server/auth/accounts-store.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { withOwnNews } from '#server/live/news.ts'
import { findMark, setReadUpTo } from './marks-store.ts'
import { findChatImage, listMessages } from './messages-store.ts'
import type { RoomPath } from './room-key.ts'
import { getRoom, listParticipants, type Room } from './store.ts'

/** The newest messages count as read by who is given them; older ones have been. */
export async function readMessages(
  kontor: Kontor,
  by: Caller,
  { kind, room_id }: RoomPath,
  { before, isRead }: { before: number | undefined; isRead: boolean },
): Promise<ChatMessage[]> {
  const room = await getRoom(kontor.db, by, kind, room_id)
  const messages = await listMessages(kontor.db, room, before)
  const newest = messages.at(-1)
  if (isRead && before === undefined && newest) await markRead(kontor, by, { kind, room_id }, newest.id)
  return messages
}

export async function markReadByHand(kontor: Kontor, by: Caller, where: RoomPath, messageId: number) {
  if (!(await lockActiveForShare(kontor.db, by.id))) throw refuse('unauthorized')
  await getRoom(kontor.db, by, where.kind, where.room_id)
  await markRead(kontor, by, where, messageId)
}

/** Writes only when the mark moves: most who look have read everything. */
async function markRead(kontor: Kontor, by: Caller, { kind, room_id }: RoomPath, messageId: number) {
  const room = { kind, id: room_id }
  const known = kontor.chats.markOf(by.id, room) ?? (await findMark(kontor.db, by.id, room))
  if (known && known.read_up_to >= messageId) return
  const fact = aboutUser(by.id)
  await withOwnNews(kontor, [fact], async () => {
    const moved = { userId: by.id, room, messageId }
    const read = await setReadUpTo(kontor.db, moved, { node: kontor.news.name, fact })
    if (!read) throw refuse('unauthorized')
    const { up_to } = read
    const told = up_to === null ? [] : [[fact, { read: { ...room, up_to } }] as const]
    return { written: undefined, told: new Map(told) }
  })
}

export async function readMeta(kontor: Kontor, by: Caller, where: RoomPath): Promise<ChatMeta> {
  const room = await getRoom(kontor.db, by, where.kind, where.room_id)
  return { ...ownMetaOf(by, room), users: await listParticipants(kontor.db, room) }
}

export type OwnMeta = Omit<ChatMeta, 'users'>

/** The part of a room's head that differs between participants. */
export const ownMetaOf = (by: Caller, room: Room): OwnMeta => ({
  user_id: by.id,
  title: room.title,
  visible: room.visible,
  noise_level: room.noise_level ?? (room.kind === 'direct' ? 'alert' : room.is_member ? 'show' : 'mute'),
  read_up_to: room.read_up_to,
  can: { post: room.can_post, administer: by.is_admin && room.kind === 'groups' },
})

/** An image is read by who may be in its room, as long as its message stands there. */
export async function readChatImage(
  { db }: Kontor,
  by: Caller,
  { kind, room_id, image_id }: RoomPath & { image_id: string },
  size: 'full' | 'small',
) {
  await getRoom(db, by, kind, room_id)
  const image = await findChatImage(db, { kind, id: room_id }, image_id)
  if (!image) throw refuse('not_found')
  return { type: image.type, bytes: size === 'small' ? (image.small ?? image.bytes) : image.bytes }
}
