// Which times are whose. The planner's entries name a person by personnel number and name, not by the number that its
// list of users has. So somebody's times are found by their name as the planner writes it, and by the personnel
// numbers that stand beside it: only that one which is also theirs in the list of users, or the only one there is.
// Where two people bear one name and no number tells them apart, nobody's times are touched or handed out.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

type Named = {
  id: number
  persplan_id: string | null
  persplan_barcode: string | null
  persplan_vorname: string | null
  persplan_nachname: string | null
}
export type OwnTimes = {
  numbers: string[]
  /** True if entries without a number count by their name alone. */
  byName: boolean
  /** Numbers beside this name of which nobody can tell whose they are. */
  unclear: string[]
}

export async function findOwnTimes(db: Database, user: Named): Promise<OwnTimes> {
  const { persplan_vorname: first, persplan_nachname: last } = user
  if (!first || !last) return { numbers: [], byName: false, unclear: [] }
  const { rows } = await sql<{ personalnummer: string }>`select distinct personalnummer from time_entries
    where last_name = ${last} and first_name = ${first} and personalnummer is not null
      and coalesce(subcontractor, '') = '' order by 1`.execute(db)
  const found = rows.map(({ personalnummer }) => personalnummer)
  const { isAlone } = (
    await sql<{ isAlone: boolean }>`select not exists (select from users
      where persplan_nachname = ${last} and persplan_vorname = ${first} and id <> ${user.id}) as "isAlone"`.execute(
      db,
    )
  ).rows[0] ?? { isAlone: false }
  return tellApart(found, user, isAlone)
}

/** Pure: by the numbers that stand beside the name, the person's own ones, and whether they alone are called so. */
export function tellApart(
  found: readonly string[],
  user: Pick<Named, 'persplan_id' | 'persplan_barcode'>,
  isAlone: boolean,
): OwnTimes {
  const own = ownNumbers(user)
  const known = found.filter((number) => own.has(number))
  if (known.length > 0) return { numbers: known, byName: isAlone, unclear: [] }
  if (found.length <= 1 && isAlone) return { numbers: [...found], byName: true, unclear: [] }
  return { numbers: [], byName: false, unclear: [...found] }
}

/** As the planner's list of users has them; a letter before the number is often left out in entries. */
const ownNumbers = ({
  persplan_id,
  persplan_barcode,
}: Pick<Named, 'persplan_id' | 'persplan_barcode'>): Set<string> =>
  new Set(
    [persplan_id, persplan_id?.replace(/^\D+/, ''), persplan_barcode].filter((one) => !!one) as string[],
  )

/** Rows of `time_entries` that are theirs. */
export function isOwnTime(user: Named, { numbers, byName }: OwnTimes): RawBuilder<boolean> {
  const unnumbered = byName
    ? sql`or (time_entries.personalnummer is null and coalesce(time_entries.subcontractor, '') = ''
        and time_entries.last_name = ${user.persplan_nachname} and time_entries.first_name = ${user.persplan_vorname})`
    : sql``
  return sql<boolean>`(time_entries.former_user_id = ${user.id}
    or time_entries.personalnummer = any(${numbers}::text[]) ${unnumbered})`
}
