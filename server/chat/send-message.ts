import type { Caller } from '#server/caller.ts'
import { refuseInvalid } from '#server/http/errors.ts'
import { reencodeUploads } from '#server/images/sent-image.ts'
import { insertImage } from '#server/images/store.ts'
import { insertJob } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { findMentions, mentionAll } from './mentions.ts'
import { insertMentions, lockMentionedForKeyShare } from './mentions-store.ts'
import {
  findSentMessageId,
  insertFurtherImages,
  insertMessages,
  lockRoomForMessage,
} from './messages-store.ts'
import { pushMessageJobArgs } from './push-message.ts'
import type { RoomKey } from './room-key.ts'
import { announceRoomChanges } from './rooms-changed.ts'
import { chatSentences } from './sentences.ts'
import { getPostableRoom, lockSenderForUpdate } from './store.ts'

type MessageBody = {
  message: string
  image?: string | null
  images?: string[]
  client_key?: string
  reply_to?: number | null
}

/**
 * Sends a message to a room and returns its id. The room is locked before the message gets its id and until the
 * commit, so that messages appear in the order of their ids. Sending again with the same `client_key` returns the id
 * of the existing message.
 */
export async function sendMessage(
  kontor: Kontor,
  by: Caller,
  room: RoomKey,
  { message, image, images: further = [], client_key, reply_to = null }: MessageBody,
): Promise<number> {
  const content = cleanMessageText(message)
  const images = image ? [image, ...further] : further
  if (content === '' && images.length === 0)
    throw refuseInvalid(['body', 'message'], chatSentences.emptyMessage)
  const key = { user_id: by.id, client_key: client_key ?? null }
  // Image processing takes long. It runs outside the transaction, only for authors who may post, and only if
  // the message was not sent before.
  if (images.length > 0) await getPostableRoom(kontor.db, by, room)
  const earlier = images.length > 0 ? await findSentMessageId(kontor.db, key) : undefined
  if (earlier !== undefined) return earlier
  const drawn = images.length > 0 ? await reencodeUploads(kontor, by, images, { small: true }) : []
  const mentions = await findMentions(kontor.db, by, room, { content })
  return inTransaction(kontor, async (tx) => {
    await lockSenderForUpdate(tx, by, room)
    const people = await lockMentionedForKeyShare(tx, mentions.people)
    const limit = kontor.budgets.table.stored.messages
    const { sent, seconds, is_alert } = await lockRoomForMessage(tx, room, key, limit)
    if (sent !== null) return sent
    if (seconds > 0) throw kontor.budgets.refusal('messages', seconds)
    const image_ids: string[] = []
    for (const one of drawn) image_ids.push(await insertImage(tx, by.id, one, { is_for_docs: false }))
    const [image_id = null, ...others] = image_ids
    const [id] = (await insertMessages(tx, [room], { ...key, content, image_id, reply_to })) as [number]
    if (others.length > 0) await insertFurtherImages(tx, id, others)
    await insertMentions(tx, id, people)
    if (mentions.is_all) await mentionAll(tx, by, room, id)
    if (is_alert || mentions.is_all || people.length > 0) await insertJob(tx, pushMessageJobArgs(room, id))
    await announceRoomChanges(tx, [room])
    return id
  })
}

/**
 * Control characters, marks that change the writing direction, and the byte order mark. Line breaks and tabs match
 * too, but are not removed.
 */
const invisibleCharacters = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu
export const cleanMessageText = (message: string) =>
  message
    .replaceAll('\r\n', '\n')
    .replaceAll(invisibleCharacters, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .trim()
