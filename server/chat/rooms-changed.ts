import type { Tx } from '#server/db/connect.ts'
import { aboutChats, aboutRoom } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { listDirectChatUserIds } from './direct-store.ts'
import type { RoomKey } from './room-key.ts'

/** Call after messages of these rooms were added, edited or deleted: open rooms and room lists are then reread. */
export async function announceRoomChanges(tx: Tx, rooms: readonly RoomKey[]) {
  changed(tx, ...rooms.map(({ kind, id }) => aboutRoom(kind, id)))
  const direct = rooms.filter(({ kind }) => kind === 'direct').map(({ id }) => id)
  if (direct.length > 0) changed(tx, ...(await listDirectChatUserIds(tx, direct)).map(aboutChats))
}
