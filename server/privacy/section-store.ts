// A section: part of the data about a person. Its declaration is enough to read and count it for the person, to
// count it for the preview of an anonymisation, and to delete it.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Tables } from '#server/db/tables.ts'
import type { DataSubject } from './subject-store.ts'

export type Row = Record<string, unknown>
/** People get all of their own data; administrators do not get direct chats. */
export type Scope = 'own' | 'administrator'
/** Data that are deleted on anonymising only if the administrator chooses so. */
export type AnonymiseOptions = { messages: boolean; answers: boolean }
/** Deletes all rows of this `user_id`, keeps them, or runs the function. */
export type ForgetRule =
  | 'delete'
  | 'keep'
  | ((tx: Tx, subject: DataSubject, wanted: AnonymiseOptions) => Promise<unknown>)

export type Section = {
  name: string
  title: string
  table: keyof Tables
  /** German headings of its columns, in order; columns without one appear in the JSON only. */
  columns: Record<string, string>
  rows: (subject: DataSubject, scope: Scope) => RawBuilder<unknown>
  /** A unique, non-null key, for reading in batches. */
  order: readonly string[]
  /** Computes displayed values, for those that need more than one column. */
  shown?: (row: Row) => Row
  /** Batch size, where rows are large. */
  atOnce?: number
  /** Effect of anonymising. */
  forget: ForgetRule
  /** Counts for the preview, keyed as in fates.ts: all rows, or those of a query. */
  counts: Readonly<Record<string, 'rows' | ((subject: DataSubject) => RawBuilder<unknown>)>>
}

/**
 * For tables whose rows belong to one person alone, by `user_id`; they are deleted when the person is anonymised.
 */
export const ownRows = <Table extends keyof Tables>(table: Table, columns: RawBuilder<unknown>) => ({
  table,
  rows: ({ id }: DataSubject) => sql`select ${columns} from ${sql.table(table)} where user_id = ${id}`,
  forget: 'delete' as const,
})

type SubjectInScope = { subject: DataSubject; scope: Scope }

const sectionSubquery = ({ rows }: Section, { subject, scope }: SubjectInScope) =>
  sql`(${rows(subject, scope)}) as part`

/** Counts the rows of all sections in one statement. */
export const countSections = (
  db: Database,
  sections: readonly Section[],
  { subject, scope }: SubjectInScope,
) =>
  countRowsOfQueries(
    db,
    sections.map(({ name, rows }) => [name, rows(subject, scope)]),
  )

/** Counts for the preview; several sections may add to one key. */
export const countForPreview = (db: Database, sections: readonly Section[], subject: DataSubject) =>
  countRowsOfQueries(
    db,
    sections.flatMap(({ rows, counts }) =>
      Object.entries(counts).map(([name, query]): [string, RawBuilder<unknown>] => [
        name,
        query === 'rows' ? rows(subject, 'own') : query(subject),
      ]),
    ),
  )

async function countRowsOfQueries(
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

const BATCH_ROWS = 5_000

/**
 * Reads a section in batches, so that years of messages never fill the memory. Pages begin after the last key, so
 * that no row is skipped or repeated if others are deleted meanwhile. Keys are read first, before large values
 * such as images.
 */
export async function* readRowBatches(
  db: Database,
  section: Section,
  whose: SubjectInScope,
): AsyncGenerator<Row[]> {
  const { atOnce = BATCH_ROWS, order, shown } = section
  const key = sql.join(order.map((column) => sql.ref(column)))
  const place = sql.join(order.map((column) => sql`${sql.ref(column)}::text`))
  let behind = sql``
  for (;;) {
    const { rows } = await sql<Row & { place: string[] }>`select *, array[${place}] as place
      from ${sectionSubquery(section, whose)}
      where (${key}) in (select ${key} from ${sectionSubquery(section, whose)} ${behind} order by ${key} limit ${atOnce})
      order by ${key}`.execute(db)
    const batch = rows.map(({ place: _place, ...row }): Row => row)
    if (batch.length > 0) yield shown ? batch.map(shown) : batch
    const last = rows.at(-1)
    if (last === undefined || rows.length < atOnce) return
    behind = sql`where (${key}) > (${sql.join(last.place)})`
  }
}

/** The newest rows of a section in ascending order, only columns with a heading. */
export async function listNewest(
  db: Database,
  section: Section,
  whose: SubjectInScope,
  most: number,
): Promise<Row[]> {
  const { columns, order, shown } = section
  // `shown` computes values from columns without a heading.
  const named = shown ? sql`*` : sql.join(Object.keys(columns).map((column) => sql.ref(column)))
  const downwards = sql.join(order.map((column) => sql`${sql.ref(column)} desc`))
  const { rows } = await sql<Row>`select ${named} from ${sectionSubquery(section, whose)}
    order by ${downwards} limit ${most}`.execute(db)
  return rows.toReversed().map((row) => (shown ? shown(row) : row))
}

export async function forgetRows(
  tx: Tx,
  { table, forget }: { table: keyof Tables; forget: ForgetRule },
  subject: DataSubject,
  wanted: AnonymiseOptions,
) {
  if (forget === 'delete')
    await sql`delete from ${sql.table(table)} where user_id = ${subject.id}`.execute(tx)
  else if (forget !== 'keep') await forget(tx, subject, wanted)
}
