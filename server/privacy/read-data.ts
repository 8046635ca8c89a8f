import { sql } from 'kysely'
import type { PersonalData } from '#contract/privacy.ts'
import { requireConfirmed } from '#server/auth/confirm-password.ts'
import type { Caller } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { type Row, type Scope, type Section, sections } from './sections.ts'
import { getSubject, type Subject } from './subject.ts'

/**
 * Who may have all that is stored about a person: they themselves, and administrators, who answer for the company. Either
 * gives the password anew, since an open session alone shall not take everything along.
 */
export async function openData(
  { db }: Kontor,
  by: Caller,
  id: number,
): Promise<{ subject: Subject; scope: Scope }> {
  requireConfirmed(by)
  return { subject: await getSubject(db, id), scope: by.id === id ? 'own' : 'administrator' }
}

/** How much there is of each part. */
export async function countData(kontor: Kontor, by: Caller, id: number): Promise<PersonalData> {
  const { subject, scope } = await openData(kontor, by, id)
  const parts = []
  for (const section of sections) {
    const { name, title } = section
    parts.push({ name, title, count: await countRows(kontor.db, section, subject, scope) })
  }
  return { parts }
}

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
