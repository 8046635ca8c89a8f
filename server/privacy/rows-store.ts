import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Row, Scope, Section } from './section.ts'
import type { Subject } from './subject-store.ts'

type Whose = { subject: Subject; scope: Scope }

const partOf = ({ rows }: Section, { subject, scope }: Whose) => sql`(${rows(subject, scope)}) as part`

export async function countRows(db: Database, section: Section, whose: Whose) {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${partOf(section, whose)}`.execute(db)
  return rows[0]?.count ?? 0
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
