import type { CurrentUser } from '#contract/users.ts'
import type { Caller } from '#server/caller.ts'
import { listOwnRooms } from '#server/chat/room-lists-store.ts'
import type { Kontor } from '#server/kontor.ts'

/** The signed-in person with everything that the app needs to start. */
export async function readCurrentUser({ db, serverKeys }: Kontor, caller: Caller): Promise<CurrentUser> {
  const rooms = await listOwnRooms(db, caller)
  const unread_rooms = rooms.filter(({ unread }) => unread).length
  return {
    id: caller.id,
    username: caller.username,
    display_name: caller.display_name,
    is_admin: caller.is_admin,
    may_see_happenings: caller.may_see_happenings,
    has_shifts: caller.is_planned,
    must_change_password: caller.must_change_password,
    must_add_factor: caller.must_add_factor,
    is_held: caller.must_change_password || caller.must_add_factor,
    unread_chats: unread_rooms > 0,
    unread_rooms,
    webpush_application_server_key: serverKeys.public_key,
    groups: rooms.flatMap(({ id, group }) => (group === null ? [] : [{ id, name: group }])),
    ...(caller.lists.length > 0 && { lists: [...caller.lists] }),
  }
}
