// Users or groups whose names differ only by case: left from when 'Straße' and 'STRASSE' were two.
import type pg from 'pg'

export type SameNames = { kind: 'users' | 'groups'; names: string[] }

export async function sameNames(client: pg.Client): Promise<SameNames[]> {
  const { rows } = await client.query<SameNames>(`
    select 'users' as kind, array_agg(username order by id) as names from users
      group by username_folded having count(*) > 1
    union all
    select 'groups', array_agg(name order by id) from groups group by name_folded having count(*) > 1
    order by kind desc, names`)
  return rows
}
