import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { ensureDirectChats } from './direct-store.ts'
import { insertMessages, lockRooms } from './messages-store.ts'
import { announceRoomChanges } from './rooms-changed.ts'

/**
 * Sends the same message to each of these people in a direct chat, inside the caller's transaction. Sends no
 * push notification, since the callers notify by themselves.
 */
export async function sendDirectMessages(tx: Tx, by: Caller, userIds: readonly number[], content: string) {
  const rooms = (await ensureDirectChats(tx, by.id, userIds)).map((id) => ({ kind: 'direct' as const, id }))
  await lockRooms(tx, rooms)
  const message = { user_id: by.id, content, image_id: null, client_key: null }
  await insertMessages(tx, rooms, message)
  await announceRoomChanges(tx, rooms)
}
