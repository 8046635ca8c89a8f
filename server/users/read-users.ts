import { readSessions } from '#server/auth/end-sessions.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { madeOf } from '#server/lists/list-memory.ts'
import { aboutUsers } from '#server/live/facts.ts'
import { rightsOn } from './may-change-user.ts'
import { countActiveAdmins, findUser, listUsers, type UserQuery, type UserStatus } from './store.ts'

/** How soon a list says that somebody was here: no change tells of that, as everybody is all day long. In ms. */
export const SEEN_MS = 60_000

/** Users as administrators see them, each with what may be done to them right now. */
export async function readUsers(
  kontor: Kontor,
  by: Caller,
  query: UserQuery,
  status: UserStatus | undefined,
) {
  const piece = { key: keyOf(query, status), facts: [aboutUsers], filter: query.filter, lasts: () => SEEN_MS }
  return pageFor(await kontor.lists.read({ ...piece, read: () => listUsers(kontor, query, status) }), by)
}

type Page = Awaited<ReturnType<typeof listUsers>>
const keyOf = ({ filter, is_active, order_by, page, per_page }: UserQuery, status: UserStatus | undefined) =>
  `users ${JSON.stringify([filter, order_by, page, per_page, status, is_active])}`

/** All administrators see the same, but for who is on the page: nobody may delete themselves. */
function pageFor(page: Page, by: Caller) {
  const isThere = page.items.some(({ id }) => id === by.id)
  return madeOf(page, isThere ? String(by.id) : 'others', () => ({
    ...page,
    items: page.items.map(({ admins, ...user }) => shown(user, by, admins)),
  }))
}

export async function readUser(kontor: Kontor, by: Caller, id: number) {
  const [user, admins] = await Promise.all([findUser(kontor.db, id), countActiveAdmins(kontor)])
  if (!user) throw refuse('not_found')
  return shown(user, by, admins)
}

const shown = <U extends Parameters<typeof rightsOn>[0] & { last_seen_at: Date | null }>(
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
