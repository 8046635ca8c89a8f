import { readSessions } from '#server/auth/end-sessions.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { rightsOn } from './may-change-user.ts'
import { countActiveAdmins, getUser, listUsers, type UserQuery, type UserStatus } from './store.ts'

/** In ms; lists of users are refreshed at this interval for „last seen“, which produces no news. */
export const LAST_SEEN_REFRESH_MS = 60_000

/** Users for administrators, each with the allowed actions. */
export async function readUsers(
  kontor: Kontor,
  by: Caller,
  query: UserQuery,
  status: UserStatus | undefined,
) {
  const { items, pages } = await listUsers(kontor.db, query, status)
  return { items: items.map(({ admins, ...user }) => withRights(user, by, admins)), pages }
}

export async function readUser(kontor: Kontor, by: Caller, id: number) {
  const [user, admins] = await Promise.all([getUser(kontor.db, id), countActiveAdmins(kontor.db)])
  return withRights(user, by, admins)
}

const withRights = <U extends Parameters<typeof rightsOn>[0]>(user: U, by: Caller, admins: number) => ({
  ...user,
  can: rightsOn(user, by.id, admins),
})

/** Lets administrators see anybody's sessions. */
export async function readUserSessions(kontor: Kontor, by: Caller, id: number) {
  await getUser(kontor.db, id)
  return readSessions(kontor, by, id)
}
