import type { CurrentUser } from '#contract/users.ts'
import type { Caller } from '#server/caller.ts'
import type { Held } from '#server/chat/memory/chat-memory.ts'
import { countUnread } from '#server/chat/memory/compose.ts'
import { unreadFor } from '#server/chat/room-lists-store.ts'
import { atOneMoment } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { readKeys } from '#server/push/server-keys.ts'
import { listGroupsOf } from './store.ts'

type OwnGroups = CurrentUser['groups']
type OfChats = { groups: OwnGroups; unread_rooms: number }

/** The person who is signed in, with all that the app needs to draw itself. */
export async function readCurrentUser(kontor: Kontor, caller: Caller): Promise<CurrentUser> {
  const [ofChats, keys] = await Promise.all([
    kontor.chats.read(caller, (held) => ofMemory(held, caller)),
    readKeys(kontor),
  ])
  return shown(caller, ofChats ?? (await ofDatabase(kontor, caller)), keys.public_key)
}

const shown = (caller: Caller, { groups, unread_rooms }: OfChats, key: string): CurrentUser => ({
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
  webpush_application_server_key: key,
  groups,
  ...(caller.lists.length > 0 && { lists: [...caller.lists] }),
})

const ofMemory = (held: Held, caller: Caller): OfChats => ({
  groups: [...held.person.groups],
  unread_rooms: countUnread(held, caller),
})

/** Of one moment: whoever is added to a group between two statements would have its messages, and not the group. */
const ofDatabase = ({ db }: Kontor, by: Caller): Promise<OfChats> =>
  atOneMoment(db, async (tx) => {
    const groups = await listGroupsOf(tx, by.id)
    const rooms = await unreadFor(tx, by)
    return { groups, unread_rooms: rooms.filter(({ unread }) => unread).length }
  })
