import { refuse } from '#server/http/errors.ts'

/**
 * Formats of the values. date: '2026-11-21'. time: '18:30' or '18:30:00'. duration: minutes. datetime: local
 * '2026-11-21T18:30', or a Date, converted to the company's time zone. instant: like datetime, with seconds.
 * general: a number or a text. link: an http(s) address behind a label. A value in another format is written as
 * text.
 */
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
  /** In characters; the default depends on the type. */
  width?: number
  /** Label of links. */
  words?: string
}
export type Cell = string | number | Date | null | undefined
export type Row = readonly Cell[]
export type Sheet = { name: string; columns: readonly Column[]; rows: Iterable<Row> | AsyncIterable<Row> }

/** The first value sent to the child. Batches of rows follow, with null after the last one of each sheet. */
export type WorkbookOutline = { timeZone: string; sheets: Omit<Sheet, 'rows'>[] }
export type RowBatch = Row[] | null

/** Cells per batch: about a millisecond of work. */
const CELLS_PER_BATCH = 2_000
const MAX_COLUMNS = 16_384

export async function* excelInput(
  sheets: readonly Sheet[],
  timeZone: string,
): AsyncGenerator<WorkbookOutline | RowBatch> {
  if (sheets.some(({ columns }) => columns.length > MAX_COLUMNS))
    throw refuse('too_large', `Eine Excel-Tabelle hat höchstens ${MAX_COLUMNS} Spalten.`)
  yield { timeZone, sheets: sheets.map(({ name, columns }) => ({ name, columns })) }
  for (const { rows } of sheets) {
    let batch: Row[] = []
    let cells = 0
    for await (const row of rows) {
      batch.push(row)
      cells += row.length + 1
      if (cells < CELLS_PER_BATCH) continue
      yield batch
      batch = []
      cells = 0
    }
    if (batch.length > 0) yield batch
    yield null
  }
}
