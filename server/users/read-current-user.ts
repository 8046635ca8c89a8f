import type { CurrentUser } from '#contract/users.ts'
import type { Caller } from '#server/caller.ts'
import { unreadFor } from '#server/chat/room-lists-store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutRoom } from '#server/live/facts.ts'
import { ensureKeys } from '#server/push/store.ts'
import { newServerKeys } from '#server/push/vapid.ts'
import { listGroupsOf } from './store.ts'

/** The person who is signed in, with all that the app needs to draw itself. */
export async function readCurrentUser(
  { db }: Kontor,
  caller: Caller,
  restsOn: (fact: string) => void,
): Promise<CurrentUser> {
  const [groups, rooms, keys] = await Promise.all([
    listGroupsOf(db, caller.id),
    unreadFor(db, caller.id),
    ensureKeys(db, newServerKeys),
  ])
  for (const { kind, id } of rooms) restsOn(aboutRoom(kind, id))
  const unread_rooms = rooms.filter(({ unread }) => unread).length
  return {
    id: caller.id,
    username: caller.username,
    display_name: caller.display_name,
    is_admin: caller.is_admin,
    may_see_happenings: caller.may_see_happenings,
    has_shifts: caller.is_planned,
    unread_chats: unread_rooms > 0,
    unread_rooms,
    webpush_application_server_key: keys.public_key,
    groups,
  }
}
