// Edits and reactions.
import { messageEditableHours } from '#contract/words/limits.ts'
import type { ReactionName } from '#contract/words/reactions.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutReactions } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { findMentions } from './mentions.ts'
import {
  deleteMentions,
  insertMentions,
  listMentionedUsers,
  lockMentionedForKeyShare,
  setMentionsAll,
} from './mentions-store.ts'
import {
  deleteReaction,
  insertReaction,
  listReactors,
  listWordings,
  rewordMessage,
  touchMessage,
} from './message-changes-store.ts'
import { findMessage, lockRooms } from './messages-store.ts'
import { type RoomKey, type RoomPath, toRoomKey } from './room-key.ts'
import { announceRoomChanges } from './rooms-changed.ts'
import { cleanMessageText } from './send-message.ts'
import { chatSentences } from './sentences.ts'
import { getPostableRoom, getRoom } from './store.ts'

type MessagePath = RoomPath & { message_id: number }

/**
 * Reads a message and locks its room, so that edits, reactions and deletions of a message run one after the
 * other.
 */
async function getMessageAndLockRoom(tx: Tx, by: Caller, { message_id, ...path }: MessagePath) {
  const room = await getPostableRoom(tx, by, toRoomKey(path))
  await lockRooms(tx, [room])
  const message = await findMessage(tx, room, message_id)
  if (!message) throw refuse('not_found', chatSentences.messageIsGone)
  return { room, message }
}

/**
 * Edits one's own message within `messageEditableHours` after sending. Everybody in the room can still read the
 * former wordings. Nobody is notified.
 */
export async function editMessage(
  kontor: Kontor,
  by: Caller,
  path: MessagePath,
  { message: text }: { message: string },
) {
  const content = cleanMessageText(text)
  const earlier = await listMentionedUsers(kontor.db, path.message_id)
  const mentions = await findMentions(kontor.db, by, toRoomKey(path), { content, earlier })
  return inCallerTransaction(kontor, by, async (tx) => {
    const people = await lockMentionedForKeyShare(tx, mentions.people)
    const { room, message } = await getMessageAndLockRoom(tx, by, path)
    if (message.user_id !== by.id) throw refuse('forbidden', chatSentences.onlyOwnEdits)
    if (content === '' && message.image_id === null)
      throw refuseInvalid(['body', 'message'], chatSentences.emptyMessage)
    if (content === message.content) return
    if (Date.now() - message.created_at.getTime() > messageEditableHours * 3_600_000)
      throw refuse('not_changeable', chatSentences.tooLateToEdit)
    await rewordMessage(tx, message.id, content)
    await deleteMentions(tx, message.id)
    await insertMentions(tx, message.id, people)
    // An edit notifies nobody, so it can remove '@alle' but not add it.
    if (!mentions.is_all) await setMentionsAll(tx, message.id, false)
    await touchMessage(tx, room, message.id, { withReplies: true })
    await announceRoomChanges(tx, [room])
  })
}

export const readWordings = async (kontor: Kontor, by: Caller, path: MessagePath) =>
  listWordings(kontor.db, await getReadableMessageId(kontor, by, path))

export const readReactors = async (kontor: Kontor, by: Caller, path: MessagePath) =>
  listReactors(kontor.db, await getReadableMessageId(kontor, by, path))

async function getReadableMessageId({ db }: Kontor, by: Caller, { message_id, ...path }: MessagePath) {
  const room: RoomKey = await getRoom(db, by, toRoomKey(path))
  if (!(await findMessage(db, room, message_id))) throw refuse('not_found', chatSentences.messageIsGone)
  return message_id
}

/** Adds or removes a reaction; repeating the call changes nothing. Nobody is notified. */
export function setReaction(
  kontor: Kontor,
  by: Caller,
  { reaction, ...path }: MessagePath & { reaction: ReactionName },
  isOn: boolean,
) {
  return inCallerTransaction(kontor, by, async (tx) => {
    const { room, message } = await getMessageAndLockRoom(tx, by, path)
    const set = isOn ? insertReaction : deleteReaction
    if (!(await set(tx, { message_id: message.id, user_id: by.id, reaction }))) return
    await touchMessage(tx, room, message.id, { withReplies: false })
    changed(tx, aboutReactions(room.kind, room.id))
  })
}
