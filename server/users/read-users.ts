import { readSessions } from '#server/auth/end-sessions.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { rightsOn } from './may-change-user.ts'
import { countActiveAdmins, findUser, listUsers, type UserQuery, type UserStatus } from './store.ts'

/** A list is read anew after so many ms to say who was here: no change tells of that, as everybody is all day long. */
export const SEEN_MS = 60_000

/** Users as administrators see them, each with what may be done to them right now. */
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
  const [user, admins] = await Promise.all([findUser(kontor.db, id), countActiveAdmins(kontor.db)])
  if (!user) throw refuse('not_found')
  return withRights(user, by, admins)
}

const withRights = <U extends Parameters<typeof rightsOn>[0] & { last_seen_at: Date | null }>(
  user: U,
  by: Caller,
  admins: number,
) => ({
  ...user,
  last_seen_at: user.last_seen_at?.toISOString() ?? null,
  can: rightsOn(user, by.id, admins),
})

/** Administrators see anybody's sessions, and may end them. */
export async function readUserSessions(kontor: Kontor, by: Caller, id: number) {
  if (!(await findUser(kontor.db, id))) throw refuse('not_found')
  return readSessions(kontor, by, id)
}
