import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { endMailedLinksCte, mailAddressColumn } from '#server/db/mailed-links.ts'
import { sortedNameColumn } from '#server/db/people.ts'
import { inBatches } from '#server/planner/sync.ts'
import { toJsonb } from '../sync/store.ts'
import type { ExistingPerson, PersonUpdate } from './diff-people.ts'
import type { ImportedPerson } from './read-people.ts'

export function listExisting(db: Database): Promise<ExistingPerson[]> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'username',
      sortedNameColumn('users').as('display_name'),
      'is_active',
      'is_admin',
      sql<boolean>`persplan_id is not null`.as('is_planned'),
      sql<boolean>`anonymised_at is not null`.as('is_anonymised'),
      'persplan_vorname',
      'persplan_nachname',
      'persplan_telefon',
      'email',
      sql<string[]>`array(select groups.name_folded from memberships join groups on groups.id = group_id
        where memberships.user_id = users.id and memberships.is_effective)`.as('groups'),
    ])
    .orderBy('id')
    .execute()
}

export async function listGroups(db: Database): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('groups').select(['id', 'name']).orderBy('id').execute()
}

type NewPerson = Omit<ImportedPerson, 'line' | 'groups'>

export async function insertPeople(tx: Tx, people: NewPerson[]) {
  for (const some of inBatches(people))
    await sql`
      insert into users (username, persplan_vorname, persplan_nachname, persplan_telefon, email)
      select username, vorname, nachname, telefon, email
      from jsonb_to_recordset(${toJsonb(some)})
        as t (username text, vorname text, nachname text, telefon text, email text)`.execute(tx)
}

/** Empty fields stay unchanged. Reactivates everybody, and ends mailed links of a changed address. */
export async function updatePeople(tx: Tx, updates: PersonUpdate[]) {
  for (const some of inBatches(updates)) {
    const rows = some.map(({ existing, person }) => ({ ...person, id: existing.id }))
    await sql`
      with given as (select * from jsonb_to_recordset(${toJsonb(rows)})
          as t (id int, vorname text, nachname text, telefon text, email text)),
        ended as (${endMailedLinksCte(sql`users.id = given.id`, sql`coalesce(given.email, ${mailAddressColumn})`)})
      update users set is_active = true, persplan_vorname = coalesce(given.vorname, users.persplan_vorname),
        persplan_nachname = coalesce(given.nachname, users.persplan_nachname),
        persplan_telefon = coalesce(given.telefon, users.persplan_telefon), email = coalesce(given.email, users.email)
      from given where users.id = given.id`.execute(tx)
  }
}

export async function listIdsByName(tx: Tx, names: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; id: number }>`
    select name, users.id from unnest(${names}::text[]) as t (name)
      join users on users.username_folded = fold_case(name)`.execute(tx)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

type ExportRow = {
  username: string
  persplan_vorname: string | null
  persplan_nachname: string | null
  email: string | null
  persplan_telefon: string | null
  groups: string[]
}

/** Active people, by username. */
export async function listExported(db: Database): Promise<ExportRow[]> {
  return db
    .selectFrom('users')
    .where('anonymised_at', 'is', null)
    .where('is_active', '=', true)
    .select([
      'username',
      'persplan_vorname',
      'persplan_nachname',
      mailAddressColumn.as('email'),
      'persplan_telefon',
      sql<string[]>`array(select groups.name from memberships join groups on groups.id = group_id
        where memberships.user_id = users.id and memberships.is_effective order by groups.name)`.as('groups'),
    ])
    .orderBy(sql`username collate "de-x-icu"`)
    .execute()
}
