import { sql } from 'kysely'
import type { ListQuery } from '#contract/shapes.ts'
import type { Database } from '#server/db/connect.ts'
import { german, matching, pageOf } from '#server/db/list.ts'

const order = {
  username: german('username'),
  persplan_vorname: german('persplan_vorname'),
  persplan_nachname: german('persplan_nachname'),
  persplan_email: german('persplan_email'),
  persplan_telefon: german('persplan_telefon'),
  is_admin: sql`is_admin`,
}

/** The words of the role filter, and what each means; empty and 'Alle' stand for no filter. */
const statuses = {
  Admin: sql<boolean>`is_admin`,
  Benutzer: sql<boolean>`not is_admin`,
  Lokal: sql<boolean>`persplan_id is null`,
  Planer: sql<boolean>`persplan_id is not null`,
  Deaktiviert: sql<boolean>`not is_active`,
}
export type UserStatus = keyof typeof statuses
export const userStatuses = Object.keys(statuses) as UserStatus[]

export function listUsers(db: Database, { filter, ...asked }: ListQuery, status: UserStatus | undefined) {
  const query = db
    .selectFrom('users')
    .where(matching(filter, sql`search`))
    .$if(status !== undefined, (query) => query.where(statuses[status as UserStatus]))
    .select([
      'id',
      'username',
      'persplan_id',
      'persplan_vorname',
      'persplan_nachname',
      'persplan_email',
      'persplan_telefon',
      'is_admin',
    ])
  return pageOf(query, asked, { order, id: 'id', first: '+username' })
}

export function listGroupsOf(db: Database, userId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .where('memberships.user_id', '=', userId)
    .where('memberships.is_effective', '=', true)
    .select(['groups.id', 'groups.name'])
    .orderBy(german('groups.name'))
    .orderBy('groups.id')
    .execute()
}
