import type { FillStatus } from '#contract/docs.ts'
import type { Caller } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { getDocHead } from '../store.ts'
import { isFilled, type RoundTable, valuesOf } from './round-table.ts'
import { listPeople } from './store.ts'

export type Shown = { filter: string; fill_status: FillStatus }
type Head = Awaited<ReturnType<typeof getDocHead>>

/** What has been filled in, as the screen shows it. */
export async function results({ db }: Kontor, by: Caller, docId: number, shown: Shown) {
  const doc = await getDocHead(db, by, docId)
  const { fields, people } = await shownTable(db, doc, shown)
  return {
    fields: fields.map(({ name }) => name),
    types: fields.map(({ type }) => type),
    items: people.map(({ data, ...person }) => ({ ...person, values: valuesOf(fields, data) })),
  }
}

/** The table behind the screen and all that is exported from it: one filter, one order. */
export async function shownTable(
  db: Database,
  doc: Head,
  { filter, fill_status }: Shown,
): Promise<RoundTable> {
  const people = (await listPeople(db, doc, filter)).map((row) => ({ ...row, data: row.data ?? {} }))
  const { fields } = doc
  if (fill_status === 'all') return { fields, people }
  const wanted = fill_status === 'filled'
  return { fields, people: people.filter(({ data }) => isFilled(valuesOf(fields, data)) === wanted) }
}
