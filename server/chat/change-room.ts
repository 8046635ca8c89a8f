import type { NoiseLevel } from '#contract/chat.ts'
import { audit } from '#server/audit/audit.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments, aboutRoom, aboutRoomHead, aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { setNoiseLevel } from './marks-store.ts'
import { deleteMessage, findMessage, lockRooms } from './messages-store.ts'
import type { RoomPath } from './room-key.ts'
import { announceRoomChanges } from './rooms-changed.ts'
import { chatSentences } from './sentences.ts'
import { getRoom, setGroupRoom } from './store.ts'

/**
 * Details for the audit log. A group's room has the id of its group. `group_id` makes the row match the audit log's
 * filter for the group.
 */
const auditDetails = (where: RoomPath) =>
  where.kind === 'groups' ? { ...where, group_id: where.room_id } : where

/**
 * Authors delete their own messages; administrators delete any message in groups, but not in direct chats.
 */
export function removeMessage(kontor: Kontor, by: Caller, { kind, room_id }: RoomPath, messageId: number) {
  return inCallerTransaction(kontor, by, async (tx) => {
    const room = await getRoom(tx, by, { kind, id: room_id })
    await lockRooms(tx, [room])
    const message = await findMessage(tx, room, messageId)
    if (!message) throw refuse('not_found', chatSentences.messageIsGone)
    const isTheirs = message.user_id !== by.id
    if (isTheirs && !(by.is_admin && kind === 'groups'))
      throw refuse('forbidden', chatSentences.onlyOwnMessages)
    await deleteMessage(tx, room, messageId)
    await audit(tx, by.id, 'chat.delete', {
      ...auditDetails({ kind, room_id }),
      message_id: messageId,
      own: !isTheirs,
    })
    await announceRoomChanges(tx, [room])
  })
}

export function changeNoiseLevel(kontor: Kontor, by: Caller, { kind, room_id }: RoomPath, level: NoiseLevel) {
  return inCallerTransaction(kontor, by, async (tx) => {
    const room = await getRoom(tx, by, { kind, id: room_id })
    if (!(await setNoiseLevel(tx, by.id, room, level))) return
    await audit(tx, by.id, 'chat.noise', { ...auditDetails({ kind, room_id }), level })
    changed(tx, aboutUser(by.id))
  })
}

/**
 * Members lose access to a hidden room at once. Its messages are not deleted, and reappear when the room is shown
 * again.
 */
export function changeRoomVisibility(kontor: Kontor, by: Caller, room_id: number, visible: boolean) {
  return inTransaction(kontor, async (tx) => {
    // Locked before reading, so that of two concurrent calls the second sees the result of the first.
    await lockRooms(tx, [{ kind: 'groups', id: room_id }])
    const room = await getRoom(tx, by, { kind: 'groups', id: room_id })
    if (!room.can_post) throw refuse('read_only', chatSentences.groupIsGone)
    if (room.visible === visible) return
    await setGroupRoom(tx, room_id, { visible })
    await audit(tx, by.id, 'chat.visible', { ...auditDetails({ kind: 'groups', room_id }), visible })
    // The link from a shift to the room of its group depends on whether the room is shown.
    changed(tx, aboutRoom('groups', room_id), aboutRoomHead('groups', room_id), aboutAssignments)
  })
}

/**
 * Call when deleting a group: hides its room and stores the group's name as the room's title. The messages are not
 * deleted, but only administrators can read them.
 */
export async function archiveGroupRoom(tx: Tx, group: { id: number; name: string }) {
  await setGroupRoom(tx, group.id, { visible: false, name: group.name })
  changed(tx, aboutRoom('groups', group.id), aboutRoomHead('groups', group.id))
}
