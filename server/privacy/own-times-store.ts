// Finds the times that certainly belong to a person, for export and anonymisation. Entries of the planner have
// a name and a personnel number, but not the id that the planner's list of users has. So they are found by the
// name as the planner spells it, and by the personnel numbers that occur beside this name: those that the list
// of users has for the person, or else the only one that occurs. Entries with such a number under another name,
// or of another company, do not count. If two people share a name and no number tells them apart, nobody's
// times are exported or changed.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import {
  matchesNameCondition,
  ownCompanyCondition,
  personnelNumbersColumn,
} from '#server/db/whose-entries.ts'

type NamedUser = { id: number; persplan_vorname: string | null; persplan_nachname: string | null }
/** A personnel number next to the person's name. */
type FoundNumber = { number: string; isInList: boolean }
export type OwnTimes = {
  numbers: string[]
  /** True if entries without a number count by name alone. */
  byName: boolean
  /** Numbers next to this name whose owner is unknown. */
  unclear: string[]
}

export async function findOwnTimes(db: Database, user: NamedUser): Promise<OwnTimes> {
  const { id, persplan_vorname: first, persplan_nachname: last } = user
  if (!first || !last) return { numbers: [], byName: false, unclear: [] }
  const { rows: found } = await sql<FoundNumber>`
    select distinct personalnummer as number, coalesce(personalnummer = any(${personnelNumbersColumn('me')}), false) as "isInList"
    from time_entries join users me on me.id = ${id}
    where last_name = ${last} and first_name = ${first} and personalnummer is not null and ${ownCompanyCondition}
    order by 1`.execute(db)
  const { isAlone } = (
    await sql<{ isAlone: boolean }>`select not exists (select from users
      where persplan_nachname = ${last} and persplan_vorname = ${first} and id <> ${id}) as "isAlone"`.execute(
      db,
    )
  ).rows[0] ?? { isAlone: false }
  return attributeNumbers(found, isAlone)
}

/** Pure. `isAlone`: nobody else has this name. */
export function attributeNumbers(numbers: readonly FoundNumber[], isAlone: boolean): OwnTimes {
  const all = numbers.map(({ number }) => number)
  const listed = numbers.filter(({ isInList }) => isInList).map(({ number }) => number)
  if (listed.length > 0) return { numbers: listed, byName: isAlone, unclear: [] }
  if (all.length <= 1 && isAlone) return { numbers: all, byName: true, unclear: [] }
  return { numbers: [], byName: false, unclear: all }
}

/** Condition over `time_entries`: the entry certainly belongs to the person. */
export function isOwnTime(user: NamedUser, { numbers, byName }: OwnTimes): RawBuilder<boolean> {
  const { id, persplan_vorname: first, persplan_nachname: last } = user
  const unnumbered = byName
    ? sql`or (time_entries.personalnummer is null and ${ownCompanyCondition}
        and time_entries.last_name = ${last} and time_entries.first_name = ${first})`
    : sql``
  return sql<boolean>`(time_entries.former_user_id = ${id}
    or (time_entries.personalnummer = any(${numbers}::text[]) and ${ownCompanyCondition} and ${matchesNameCondition(last, first)})
    ${unnumbered})`
}

/** Condition over `time_entries`: the entry has one of the person's numbers, but another name or none. */
export const isUnderOtherName = (user: NamedUser, own: OwnTimes): RawBuilder<boolean> => sql<boolean>`(
  (time_entries.personalnummer = any(${own.numbers}::text[])
    or time_entries.personalnummer = any(array(select unnest(${personnelNumbersColumn('me')}) from users me where me.id = ${user.id})))
  and ${ownCompanyCondition} and not coalesce(${isOwnTime(user, own)}, false))`
