// The name of a person, wherever one is shown: the two spellings are columns of `users`. Two of the same name are told
// apart by their usernames; a deleted person has no row and no name.
import { type RawBuilder, sql } from 'kysely'

export const GONE = 'Gelöschter Benutzer'

/** 'Vorname Nachname': in running text and in chats. `table` is `users`, or its alias in the query. */
export const spokenName = (table: string): RawBuilder<string> => toldApart(table, 'spoken_name')

/** 'Nachname, Vorname': in lists that are sorted by it. */
export const sortedName = (table: string): RawBuilder<string> => toldApart(table, 'sorted_name')

/** For an answer's `username`. */
export const usernameOf = (table: string) => sql<string>`coalesce(${sql.ref(`${table}.username`)}, ${GONE})`

/** 'Nachname, Vorname' of somebody as the planner knows them, who may have no row here yet. */
export const sortedNameOf = (
  { nachname, vorname }: { nachname: string | null; vorname: string | null },
  otherwise: string,
) => [nachname, vorname].filter(Boolean).join(', ') || otherwise

/** The name of an anonymous person. */
export const formerName = (id: number) => `Ehemalige Person ${id}`

/** Nobody else may be called so. */
export const isFormerName = (name: string) => /^ehemalige\s+person\s+\d+$/iu.test(name.normalize('NFKC'))

/** The German order of a sorted list: by surnames, 'Bauer' before 'Bauer-Albrecht', and then by first names. */
export const byName = (table: string, spelling: Spelling = 'sorted_name') =>
  // Nothing sorts before a tab; a comma would come after a hyphen.
  sql`replace(${sql.ref(`${table}.${spelling}`)}, ', ', e'\\t') collate "de-x-icu"`

/**
 * Whose surname begins so first, then whose first name, then who is called so somewhere within. For a query over
 * `users`.
 */
export const byBeginning = (filter: string) => {
  const begins = (column: string) =>
    sql`users.${sql.ref(column)} like substr(search_pattern(fold(${filter.trim().split(/[\s,]+/)[0]})), 2)`
  return sql`case when ${begins('surname_folded')} then 1 when ${begins('first_name_folded')} then 2
    when ${begins('names_search')} then 3 else 4 end`
}

type Spelling = 'spoken_name' | 'sorted_name'

function toldApart(table: string, spelling: Spelling) {
  const [id, name, username] = ['id', spelling, 'username'].map((column) => sql.ref(`${table}.${column}`))
  return sql<string>`case
    when ${id} is null then ${GONE}
    when ${name} <> ${username} and exists (
      select from users namesake where namesake.${sql.ref(spelling)} = ${name} and namesake.id <> ${id})
    then ${name} || ' (' || ${username} || ')'
    else ${name} end`
}
