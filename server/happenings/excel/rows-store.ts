// Entries and history of a happening in batches, so that a large one is never in memory as a whole.
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import { germanOrder, matching, matchingComputed } from '#server/lists/list-store.ts'
import { searchTextColumn as subSearch } from '../subhappenings-store.ts'
import { changeColumns, entryColumns } from '../times/store.ts'

export type WorkbookQuery = {
  happening_id: number
  subhappening_id?: number | undefined
  happening_filter: string
  subhappening_filter: string
}
const BATCH_ROWS = 2_000

export async function* streamEntries(db: Database, wanted: WorkbookQuery) {
  for (const { id, name } of await listParts(db, wanted)) {
    // All ids are read first, so that changes in the meantime neither skip nor repeat anybody at the end of a batch.
    const all = await selectEntries(db, id, wanted)
      .select('time_entries.id')
      .orderBy(germanOrder('last_name'))
      .orderBy(germanOrder('first_name'))
      .orderBy('time_entries.id')
      .execute()
    const ids = all.map((entry) => entry.id)
    for (let at = 0; at < ids.length; at += BATCH_ROWS) {
      const piece = ids.slice(at, at + BATCH_ROWS)
      const rows = await db
        .selectFrom('time_entries')
        .where('id', '=', sql<number>`any(${piece}::int[])`)
        .select([sql<string>`${name}`.as('part'), ...entryColumns])
        .orderBy(sql`array_position(${piece}::int[], time_entries.id)`)
        .execute()
      yield* rows
    }
  }
}
export type WorkbookEntry = Awaited<ReturnType<ReturnType<typeof streamEntries>['next']>>['value'] & object

export async function* streamHistory(db: Database, wanted: WorkbookQuery) {
  for (const { id, name } of await listParts(db, wanted)) {
    for (let last = 0; ; ) {
      const rows = await selectEntries(db, id, wanted)
        .innerJoin('time_history', 'time_history.entry_id', 'time_entries.id')
        .leftJoin('users', 'users.id', 'time_history.user_id')
        .where('time_history.id', '>', last)
        .select([
          'time_history.id',
          sql<string>`${name}`.as('part'),
          'time_entries.personalnummer',
          'time_entries.last_name',
          'time_entries.first_name',
          'time_history.at',
          sql<string | null>`case when users.id is not null then ${spokenNameColumn('users')} end`.as('by'),
          ...changeColumns,
        ])
        .orderBy('time_history.id')
        .limit(BATCH_ROWS)
        .execute()
      yield* rows
      if (rows.length < BATCH_ROWS) break
      last = (rows.at(-1) as { id: number }).id
    }
  }
}
export type PastChange = Awaited<ReturnType<ReturnType<typeof streamHistory>['next']>>['value'] & object

function listParts(db: Database, { happening_id, subhappening_id, happening_filter }: WorkbookQuery) {
  return db
    .selectFrom('subhappenings')
    .where('happening_id', '=', happening_id)
    .where(matchingComputed(happening_filter, subSearch))
    .$if(subhappening_id !== undefined, (query) => query.where('id', '=', subhappening_id as number))
    .select(['id', 'name'])
    .orderBy(germanOrder('name'))
    .orderBy('id')
    .execute()
}

const selectEntries = (db: Database, partId: number, { subhappening_filter }: WorkbookQuery) =>
  db
    .selectFrom('time_entries')
    .where('time_entries.subhappening_id', '=', partId)
    .where(matching(subhappening_filter, sql`time_entries.search`))
