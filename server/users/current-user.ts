import type { CurrentUser } from '#contract/users.ts'
import type { Caller } from '#server/auth/sessions.ts'
import type { Kontor } from '#server/kontor.ts'
import { listGroupsOf } from './store.ts'

/** Who is signed in, and what the app needs to know about them to draw itself. */
export async function currentUser({ db }: Kontor, caller: Caller): Promise<CurrentUser> {
  return {
    username: caller.username,
    is_admin: caller.is_admin,
    may_see_happenings: caller.may_see_happenings,
    unread_chats: false,
    webpush_application_server_key: null,
    groups: await listGroupsOf(db, caller.id),
  }
}
