// Spelling of a user's name, from two columns of `users`. Users with equal names are told apart by their usernames. A
// deleted user has no row, so DELETED_USER is shown instead.
import { type RawBuilder, sql } from 'kysely'

export const DELETED_USER = 'Gelöschter Benutzer'

/** 'Vorname Nachname', for running text and chats. `table` is `users` or its alias. */
export const spokenNameColumn = (table: string): RawBuilder<string> =>
  disambiguatedNameColumn(table, 'spoken_name')

/** 'Nachname, Vorname', for sorted lists. */
export const sortedNameColumn = (table: string): RawBuilder<string> =>
  disambiguatedNameColumn(table, 'sorted_name')

export const usernameColumn = (table: string) =>
  sql<string>`coalesce(${sql.ref(`${table}.username`)}, ${DELETED_USER})`

/** 'Nachname, Vorname' of a person in the planner, who may have no row here yet. */
export const formatPlannerName = (
  { nachname, vorname }: { nachname: string | null; vorname: string | null },
  otherwise: string,
) => [nachname, vorname].filter(Boolean).join(', ') || otherwise

export const formerPersonName = (id: number) => `Ehemalige Person ${id}`

/** True for names such as „Ehemalige Person 7“, which are reserved for anonymised users. */
export const isFormerPersonName = (name: string) =>
  /^ehemalige\s+person\s+\d+$/iu.test(name.normalize('NFKC'))

/** German sort order: by surname, 'Bauer' before 'Bauer-Albrecht', then by first name. */
export const nameOrder = (table: string, spelling: NameColumn = 'sorted_name') =>
  // A tab sorts before everything; a comma would sort after a hyphen.
  sql`replace(${sql.ref(`${table}.${spelling}`)}, ', ', e'\\t') collate "de-x-icu"`

/** Ranks matches: start of the surname, then start of the first name, then anywhere. For a query over `users`. */
export const matchRank = (filter: string) => {
  const begins = (column: string) =>
    sql`users.${sql.ref(column)} like substr(search_pattern(fold(${filter.trim().split(/[\s,]+/)[0]})), 2)`
  return sql`case when ${begins('surname_folded')} then 1 when ${begins('first_name_folded')} then 2
    when ${begins('names_search')} then 3 else 4 end`
}

type NameColumn = 'spoken_name' | 'sorted_name'

function disambiguatedNameColumn(table: string, spelling: NameColumn) {
  const [id, name, username] = ['id', spelling, 'username'].map((column) => sql.ref(`${table}.${column}`))
  return sql<string>`case
    when ${id} is null then ${DELETED_USER}
    when ${name} <> ${username} and exists (
      select from users namesake where namesake.${sql.ref(spelling)} = ${name} and namesake.id <> ${id})
    then ${name} || ' (' || ${username} || ')'
    else ${name} end`
}
