// Attribution of planner entries to a user: by one of their personnel numbers together with the name, and never
// for entries of another company, whose numbers mean other people. Shifts and data protection each add their
// own degree of certainty (docs/decisions/0019-data-protection.md).
import { type RawBuilder, sql } from 'kysely'

/** Numbers of other companies are meaningless here. */
export const isOfThisCompany: RawBuilder<boolean> = sql<boolean>`coalesce(time_entries.subcontractor, '') = ''`

/** Personnel numbers from the planner's list; entries often omit a leading letter. `user` is an alias. */
export function numbersOf(user: string): RawBuilder<string[]> {
  const [id, barcode] = ['persplan_id', 'persplan_barcode'].map((column) => sql.ref(`${user}.${column}`))
  return sql<string[]>`array_remove(array[${id}, regexp_replace(${id}, '^[^0-9]+', ''), ${barcode}], '')`
}

/** A missing first name is accepted, a different one is not. */
export const isNamed = (last: unknown, first: unknown) =>
  sql<boolean>`(time_entries.last_name = ${last} and (time_entries.first_name is null or time_entries.first_name = ${first}))`
