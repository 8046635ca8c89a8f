import type { ListQuery } from '#contract/shapes.ts'
import { readSessions } from '#server/auth/end-sessions.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { rightsOn } from './may-change-user.ts'
import { countActiveAdmins, findUser, listUsers, type UserStatus } from './store.ts'

/** Users as administrators see them, each with what may be done to them right now. */
export async function readUsers(
  kontor: Kontor,
  by: Caller,
  query: ListQuery,
  status: UserStatus | undefined,
) {
  const [page, admins] = await Promise.all([listUsers(kontor, query, status), countActiveAdmins(kontor)])
  return { ...page, items: page.items.map((user) => ({ ...user, can: rightsOn(user, by.id, admins) })) }
}

export async function readUser(kontor: Kontor, by: Caller, id: number) {
  const [user, admins] = await Promise.all([findUser(kontor.db, id), countActiveAdmins(kontor)])
  if (!user) throw refuse('not_found')
  return { ...user, can: rightsOn(user, by.id, admins) }
}

/** Administrators see anybody's sessions, and may end them. */
export async function readUserSessions(kontor: Kontor, by: Caller, id: number) {
  if (!(await findUser(kontor.db, id))) throw refuse('not_found')
  return readSessions(kontor, by, id)
}
