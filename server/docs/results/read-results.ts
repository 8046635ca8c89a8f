import type { AnswerValue } from '#contract/document/fields.ts'
import type { RoundTable } from '#contract/document/round-table.ts'
import { fillFilters } from '#contract/document/statuses.ts'
import type { Caller } from '#server/caller.ts'
import { type Database, inSnapshot } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { parseChoice } from '#server/lists/list-store.ts'
import { getDocHead } from '../store.ts'
import { formerFieldNames, isFilled, valuesOf } from './round-table.ts'
import { listPeople } from './store.ts'

export type ResultsFilter = { filter: string; fill_status: string }
type DocHead = Parameters<typeof listPeople>[1]

/**
 * Results for the screen. Fields and answers come from one snapshot, since a field may be renamed at the same
 * time.
 */
export async function readResults({ db }: Kontor, by: Caller, docId: number, filters: ResultsFilter) {
  const { doc, found } = await inSnapshot(db, async (tx) => {
    const doc = await getDocHead(tx, by, docId)
    return { doc, found: await listPeople(tx, doc, filters.filter) }
  })
  const { fields, people } = toRoundTable(doc, found)
  const counts = { finished: 0, begun: 0, missing: 0 }
  for (const { state } of found) if (state) counts[state]++
  const items = people.map(({ data, ...person }) => ({ ...person, values: valuesOf(fields, data) }))
  const isShown = fillStatusFilter(filters.fill_status)
  return {
    fields: fields.map(({ name }) => name),
    types: fields.map(({ type }) => type),
    people: items.length,
    filled: items.filter(({ values }) => isFilled(values)).length,
    counts,
    former: formerFieldNames({ fields, people }).length > 0,
    ...(doc.hand_in && { hand_in: doc.hand_in }),
    items: items.filter(({ values }) => isShown(values)),
  }
}

/** The table of results for the PDF, with the filter and order of the screen. */
export async function readFilteredTable(
  db: Database,
  doc: DocHead,
  { filter, fill_status }: ResultsFilter,
  also?: { signatures: boolean },
): Promise<RoundTable> {
  return filterByFillStatus(await readResultsTable(db, doc, filter, also), fill_status)
}

export function filterByFillStatus({ people, ...table }: RoundTable, fillStatus: string): RoundTable {
  const { fields } = table
  const isShown = fillStatusFilter(fillStatus)
  return { ...table, people: people.filter(({ data }) => isShown(valuesOf(fields, data))) }
}

/** People who match the filter, with or without answers. */
export async function readResultsTable(
  db: Database,
  doc: DocHead,
  filter: string,
  also?: { signatures: boolean },
): Promise<RoundTable> {
  return toRoundTable(doc, await listPeople(db, doc, filter, also))
}

function toRoundTable(
  { fields, hand_in }: DocHead,
  people: Awaited<ReturnType<typeof listPeople>>,
): RoundTable {
  return {
    fields,
    hand_in,
    people: people.map(({ changed_at, handed_in_at, signature, data, ...person }) => ({
      ...person,
      changed_at: changed_at?.toISOString() ?? null,
      data: data ?? {},
      ...(hand_in && { handed_in_at: handed_in_at?.toISOString() ?? null }),
      ...(hand_in && signature && { signature }),
    })),
  }
}

function fillStatusFilter(filter: string) {
  const status = parseChoice(fillFilters, filter, 'fill_status') ?? 'all'
  return (values: AnswerValue[]) => status === 'all' || isFilled(values) === (status === 'filled')
}
