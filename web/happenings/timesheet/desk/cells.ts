// What somebody pastes into the rows, and into which field: told at once, before the browser pastes it by itself.
import type { Typed } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { parts } from '../edits/ends.ts'
import { rowId } from '../lead-to.ts'

export type Cells = readonly (readonly string[])[]

/** Rows of cells; undefined where it is one value alone, as anything that is typed could be. */
export function asTable(text: string): Cells | undefined {
  // A spreadsheet ends each row with a line break, also the last one.
  const cells = cellsOf(text.replace(/\r\n?/g, '\n').replace(/\n$/, ''))
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : undefined
}

/** What has a line break of its own, a spreadsheet puts between quotes, and doubles those within. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  let [cell, isQuoted] = ['', false]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '"' && isQuoted && text[at + 1] === '"') cell += text[++at]
    else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (isQuoted || (sign !== '\t' && sign !== '\n')) cell += sign
    else {
      rows.at(-1)?.push(cell)
      if (sign === '\n') rows.push([])
      cell = ''
    }
  }
  // A quote that nobody closes is one of the text.
  if (isQuoted) return text.split('\n').map((line) => line.split('\t'))
  rows.at(-1)?.push(cell)
  return rows
}

export type Column = keyof Typed | 'pause' | 'note'

/** Which field of which row that is. */
export function fieldAt(
  target: EventTarget,
  items: readonly TimeEntry[],
): { row: number; field: Column } | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined
  const field = columns.find((column) => column === target.name)
  const id = target.closest('[role=row]')?.id
  const row = items.findIndex((entry) => rowId(entry.id) === id)
  return field && row >= 0 ? { row, field } : undefined
}

const columns: readonly Column[] = [...parts, 'pause', 'note']
