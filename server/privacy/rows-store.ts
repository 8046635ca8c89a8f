import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Row, Scope, Section } from './section.ts'
import type { Subject } from './subject-store.ts'

export async function countRows(db: Database, section: Section, subject: Subject, scope: Scope) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${section.rows(subject, scope)}) as part`.execute(db)
  return rows[0]?.count ?? 0
}

const AT_ONCE = 5_000

/** The rows of a part, some at a time: years of messages never stand in memory as a whole. */
export async function* readRows(
  db: Database,
  section: Section,
  { subject, scope, from = 0 }: { subject: Subject; scope: Scope; from?: number },
): AsyncGenerator<Row[]> {
  const atOnce = section.atOnce ?? AT_ONCE
  for (let offset = from; ; offset += atOnce) {
    const { rows } = await sql<Row>`select * from (${section.rows(subject, scope)}) as part
      order by ${sql.raw(section.order)} limit ${atOnce} offset ${offset}`.execute(db)
    if (rows.length > 0) yield section.shown ? rows.map(section.shown) : rows
    if (rows.length < atOnce) return
  }
}
