// What makes an entry of the planner somebody's: one of their numbers in the planner's list of users beside their name,
// and never an entry of another company, whose numbers are its own. Shifts and data protection each add what they may
// take for certain (docs/decisions/0019-data-protection.md).
import { type RawBuilder, sql } from 'kysely'

/** Numbers of other companies mean nobody here. */
export const isOfThisCompany: RawBuilder<boolean> = sql<boolean>`coalesce(time_entries.subcontractor, '') = ''`

/** As the planner's list has them; a letter before the number is often left out in entries. `user` is an alias. */
export function numbersOf(user: string): RawBuilder<string[]> {
  const [id, barcode] = ['persplan_id', 'persplan_barcode'].map((column) => sql.ref(`${user}.${column}`))
  return sql<string[]>`array_remove(array[${id}, regexp_replace(${id}, '^[^0-9]+', ''), ${barcode}], '')`
}

/** The first name need not stand there; another one must not. */
export const isNamed = (last: unknown, first: unknown) =>
  sql<boolean>`(time_entries.last_name = ${last} and (time_entries.first_name is null or time_entries.first_name = ${first}))`
