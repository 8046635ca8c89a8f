import { refuse } from '#server/http/errors.ts'

export type ColumnType =
  | 'text'
  | 'number'
  | 'date'
  | 'time'
  | 'duration'
  | 'datetime'
  | 'instant'
  | 'general'
  | 'link'
export type Column = {
  name: string
  type: ColumnType
  /** In characters; without it, what its type needs. */
  width?: number
  /** Of links: what stands in their cells. */
  words?: string
}
/**
 * date: '2026-11-21'; time: '18:30' or '18:30:00'; duration: minutes; datetime: '2026-11-21T18:30' as on the wall, or
 * a Date, which is shown in the company's time zone; instant: the same with its seconds. general: a number or a text.
 * link: an address with https or http, behind words that say what it leads to. What does not read as its type is
 * written as the text that it is.
 */
export type Cell = string | number | Date | null | undefined
export type Row = readonly Cell[]
export type Sheet = { name: string; columns: readonly Column[]; rows: Iterable<Row> | AsyncIterable<Row> }

/** The first value that the child is given. Then come rows, many at a time, and null after the last one of each sheet. */
export type Outline = { timeZone: string; sheets: Omit<Sheet, 'rows'>[] }
export type Rows = Row[] | null

/** Cells that travel together: a millisecond of work. */
const CELLS = 2_000
const MOST_COLUMNS = 16_384

export async function* excelInput(
  sheets: readonly Sheet[],
  timeZone: string,
): AsyncGenerator<Outline | Rows> {
  if (sheets.some(({ columns }) => columns.length > MOST_COLUMNS))
    throw refuse('too_large', `Eine Excel-Tabelle hat höchstens ${MOST_COLUMNS} Spalten.`)
  yield { timeZone, sheets: sheets.map(({ name, columns }) => ({ name, columns })) }
  for (const { rows } of sheets) {
    let batch: Row[] = []
    let cells = 0
    for await (const row of rows) {
      batch.push(row)
      cells += row.length + 1
      if (cells < CELLS) continue
      yield batch
      batch = []
      cells = 0
    }
    if (batch.length > 0) yield batch
    yield null
  }
}
