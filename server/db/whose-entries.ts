// Finds the planner's entries of a user. An entry belongs to a user by a personnel number together with the
// name. Entries of other companies never match, since their numbers mean other people. Shifts and data
// protection each add conditions of their own (docs/decisions/0019-data-protection.md).
import { type RawBuilder, sql } from 'kysely'

/** Condition over `time_entries`: not an entry of another company. */
export const ownCompanyCondition: RawBuilder<boolean> = sql<boolean>`coalesce(time_entries.subcontractor, '') = ''`

/** Personnel numbers from the planner's list; entries often omit a leading letter. `user` is an alias. */
export function personnelNumbersColumn(user: string): RawBuilder<string[]> {
  const [id, barcode] = ['persplan_id', 'persplan_barcode'].map((column) => sql.ref(`${user}.${column}`))
  return sql<string[]>`array_remove(array[${id}, regexp_replace(${id}, '^[^0-9]+', ''), ${barcode}], '')`
}

/** Condition over `time_entries`: the last name is equal, and the first name is equal or missing. */
export const matchesNameCondition = (last: unknown, first: unknown) =>
  sql<boolean>`(time_entries.last_name = ${last} and (time_entries.first_name is null or time_entries.first_name = ${first}))`
