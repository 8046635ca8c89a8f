// A part of what Kontor holds of a person, and everything that is done with it by its description alone: it is read
// and counted for the person, counted for the preview of an anonymisation, and forgotten.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Subject } from './subject-store.ts'

export type Row = Record<string, unknown>
/** People are given all of their own data; an administrator does not get to read chats of two. */
export type Scope = 'own' | 'administrator'
/** What shall go with somebody who is made anonymous, although it may stay. */
export type Wanted = { messages: boolean; answers: boolean }
/** Deletes all rows whose `user_id` is theirs, leaves them as they are, or does what it says. */
export type Forget = 'delete' | 'keep' | ((tx: Tx, subject: Subject, wanted: Wanted) => Promise<unknown>)

export type Section = {
  name: string
  title: string
  table: keyof Tables
  /** The names of its columns for people, in their order; what has none is in the JSON alone. */
  columns: Record<string, string>
  rows: (subject: Subject, scope: Scope) => RawBuilder<unknown>
  /** Columns that are never null and tell its rows apart, so that they can be read piece by piece. */
  order: readonly string[]
  /** Values that need more than a column of the database. */
  shown?: (row: Row) => Row
  /** So many rows at once, where they are large. */
  atOnce?: number
  /** When the person is made anonymous. */
  forget: Forget
  /** What the preview of that counts here, under the names of fates.ts: all rows, or those of a query. */
  counts: Readonly<Record<string, 'rows' | ((subject: Subject) => RawBuilder<unknown>)>>
}

/** Rows that are one person's alone, and go with them. */
export const ownRows = <Table extends keyof Tables>(table: Table, columns: RawBuilder<unknown>) => ({
  table,
  rows: ({ id }: Subject) => sql`select ${columns} from ${sql.table(table)} where user_id = ${id}`,
  forget: 'delete' as const,
})

type Whose = { subject: Subject; scope: Scope }

const partOf = ({ rows }: Section, { subject, scope }: Whose) => sql`(${rows(subject, scope)}) as part`

/** How many rows each section has, in one statement. */
export const countSections = (db: Database, sections: readonly Section[], { subject, scope }: Whose) =>
  countEach(
    db,
    sections.map(({ name, rows }) => [name, rows(subject, scope)]),
  )

/** What sections count of a person for the preview, whoever may read it; several may count under one name. */
export const countForPreview = (db: Database, sections: readonly Section[], subject: Subject) =>
  countEach(
    db,
    sections.flatMap(({ rows, counts }) =>
      Object.entries(counts).map(([name, query]): [string, RawBuilder<unknown>] => [
        name,
        query === 'rows' ? rows(subject, 'own') : query(subject),
      ]),
    ),
  )

async function countEach(
  db: Database,
  queries: readonly [name: string, query: RawBuilder<unknown>][],
): Promise<Record<string, number>> {
  const sums = [...Map.groupBy(queries, ([name]) => name)].map(([name, some]) => {
    const counts = some.map(([, query]) => sql`(select count(*) from (${query}) as part)`)
    return sql`${sql.join(counts, sql` + `)} as ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<string, number>>`select ${sql.join(sums)}`.execute(db)
  return rows[0] ?? {}
}

const AT_ONCE = 5_000

/**
 * The rows of a part, some at a time: years of messages never stand in memory as a whole. Each time those behind the
 * last one, so that whatever is deleted meanwhile drops and doubles no other. Which ones these are is asked before
 * anything is made of them: pictures are long.
 */
export async function* readRows(db: Database, section: Section, whose: Whose): AsyncGenerator<Row[]> {
  const { atOnce = AT_ONCE, order, shown } = section
  const key = sql.join(order.map((column) => sql.ref(column)))
  const place = sql.join(order.map((column) => sql`${sql.ref(column)}::text`))
  let behind = sql``
  for (;;) {
    const { rows } = await sql<Row & { place: string[] }>`select *, array[${place}] as place
      from ${partOf(section, whose)}
      where (${key}) in (select ${key} from ${partOf(section, whose)} ${behind} order by ${key} limit ${atOnce})
      order by ${key}`.execute(db)
    const found = rows.map(({ place: _place, ...row }): Row => row)
    if (found.length > 0) yield shown ? found.map(shown) : found
    const last = rows.at(-1)
    if (last === undefined || rows.length < atOnce) return
    behind = sql`where (${key}) > (${sql.join(last.place)})`
  }
}

/** The newest rows of a part, the very newest last, with nothing but what has a name for people. */
export async function listNewest(db: Database, section: Section, whose: Whose, most: number): Promise<Row[]> {
  const { columns, order, shown } = section
  // What is shown otherwise is made of columns that are not.
  const named = shown ? sql`*` : sql.join(Object.keys(columns).map((column) => sql.ref(column)))
  const downwards = sql.join(order.map((column) => sql`${sql.ref(column)} desc`))
  const { rows } = await sql<Row>`select ${named} from ${partOf(section, whose)}
    order by ${downwards} limit ${most}`.execute(db)
  return rows.toReversed().map((row) => (shown ? shown(row) : row))
}

export async function forgetRows(
  tx: Tx,
  { table, forget }: { table: keyof Tables; forget: Forget },
  subject: Subject,
  wanted: Wanted,
) {
  if (forget === 'delete')
    await sql`delete from ${sql.table(table)} where user_id = ${subject.id}`.execute(tx)
  else if (forget !== 'keep') await forget(tx, subject, wanted)
}
