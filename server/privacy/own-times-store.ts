// Which times are whose, for certain: they are handed out, and their name is taken out for good. The planner's entries
// name a person by personnel number and name, not by the number that its list of users has. So somebody's times are
// found by their name as the planner writes it, and by the personnel numbers that stand beside it: only that one which
// is also theirs in the list of users, or the only one there is. What bears such a number under another name, or is
// another company's, is not theirs. Where two people bear one name and no number tells them apart, nobody's times are
// touched or handed out.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { isNamed, isOfThisCompany, numbersOf } from '#server/db/whose-entries.ts'

type Named = { id: number; persplan_vorname: string | null; persplan_nachname: string | null }
/** A number that stands beside somebody's name. */
type Found = { number: string; isInList: boolean }
export type OwnTimes = {
  numbers: string[]
  /** True if entries without a number count by their name alone. */
  byName: boolean
  /** Numbers beside this name of which nobody can tell whose they are. */
  unclear: string[]
}

export async function findOwnTimes(db: Database, user: Named): Promise<OwnTimes> {
  const { id, persplan_vorname: first, persplan_nachname: last } = user
  if (!first || !last) return { numbers: [], byName: false, unclear: [] }
  const { rows: found } = await sql<Found>`
    select distinct personalnummer as number, coalesce(personalnummer = any(${numbersOf('me')}), false) as "isInList"
    from time_entries join users me on me.id = ${id}
    where last_name = ${last} and first_name = ${first} and personalnummer is not null and ${isOfThisCompany}
    order by 1`.execute(db)
  const { isAlone } = (
    await sql<{ isAlone: boolean }>`select not exists (select from users
      where persplan_nachname = ${last} and persplan_vorname = ${first} and id <> ${id}) as "isAlone"`.execute(
      db,
    )
  ).rows[0] ?? { isAlone: false }
  return tellApart(found, isAlone)
}

/** Pure: by the numbers that stand beside the name, and whether the person alone is called so. */
export function tellApart(found: readonly Found[], isAlone: boolean): OwnTimes {
  const all = found.map(({ number }) => number)
  const known = found.filter(({ isInList }) => isInList).map(({ number }) => number)
  if (known.length > 0) return { numbers: known, byName: isAlone, unclear: [] }
  if (all.length <= 1 && isAlone) return { numbers: all, byName: true, unclear: [] }
  return { numbers: [], byName: false, unclear: all }
}

/** Rows of `time_entries` that are theirs. */
export function isOwnTime(user: Named, { numbers, byName }: OwnTimes): RawBuilder<boolean> {
  const { id, persplan_vorname: first, persplan_nachname: last } = user
  const unnumbered = byName
    ? sql`or (time_entries.personalnummer is null and ${isOfThisCompany}
        and time_entries.last_name = ${last} and time_entries.first_name = ${first})`
    : sql``
  return sql<boolean>`(time_entries.former_user_id = ${id}
    or (time_entries.personalnummer = any(${numbers}::text[]) and ${isOfThisCompany} and ${isNamed(last, first)})
    ${unnumbered})`
}

/** Entries under one of their numbers that are not theirs for certain: the name beside it is another one, or missing. */
export const isUnderOtherName = (user: Named, own: OwnTimes): RawBuilder<boolean> => sql<boolean>`(
  (time_entries.personalnummer = any(${own.numbers}::text[])
    or time_entries.personalnummer = any(array(select unnest(${numbersOf('me')}) from users me where me.id = ${user.id})))
  and ${isOfThisCompany} and not coalesce(${isOwnTime(user, own)}, false))`
