// Pasting columns of times or notes from a spreadsheet into the visible rows, line by line from the focused field.
// Pure.
import type { TypedTimes } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { happeningLimits } from '#contract/words/happenings.ts'
import { parseDate } from '#web/ui/date-time/days.ts'
import { parseTime } from '#web/ui/date-time/time-text.ts'
import { formatNumber } from '#web/ui/format.ts'
import { changeEach, type StepResult } from '../edits/bulk.ts'
import {
  changeEntry,
  displayedValues,
  type Edits,
  storeInvalidText,
  withoutInvalidFields,
} from '../edits/edits.ts'
import { type End, plannedOf, readPause, timeFields, withDate, withTime } from '../edits/ends.ts'

export type PastedCells = readonly (readonly string[])[]

/** Rows of cells; undefined for a single value, which the browser pastes itself. */
export function parseTable(text: string): PastedCells | undefined {
  // A spreadsheet ends each row with a line break, also the last one.
  const cells = parseCells(text.replace(/\r\n?/g, '\n').replace(/\n$/, ''))
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : undefined
}

/** Spreadsheets quote cells with line breaks, and double the quotes inside. */
function parseCells(text: string): string[][] {
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
  // An unclosed quote belongs to the text.
  if (isQuoted) return text.split('\n').map((line) => line.split('\t'))
  rows.at(-1)?.push(cell)
  return rows
}

export type PasteColumn = keyof TypedTimes | 'pause' | 'note'
export const pasteColumns: readonly PasteColumn[] = [...timeFields, 'pause', 'note']

type PasteTarget = { rows: readonly TimeEntry[]; first: PasteColumn; cells: PastedCells; day: string }

/**
 * Empty cells and locked rows change nothing. Text that is no time is kept in its field, so that the person
 * can correct it.
 */
export function pasteTable(edits: Edits, { rows, first, cells, day }: PasteTarget): StepResult {
  const fields = pasteColumnsFrom(first)
  const lines = new Map(rows.map((entry, at) => [entry.id, cells[at] ?? []]))
  return changeEach(edits, rows, (left, entry) =>
    (lines.get(entry.id) ?? []).reduce((left, text, at) => {
      const field = fields[at]
      if (!field || text.trim() === '') return left
      if (field === 'note') return changeEntry(left, entry, { note: toNote(text) })
      if (field === 'pause') return changeEntry(left, entry, pauseForEntry(text, entry))
      return typeInto(left, entry, field, { text: text.trim(), day })
    }, left),
  )
}

/**
 * Fields for the pasted columns. Starting in a time: times, then the break; starting in a date: dates, too. Notes are a
 * single column.
 */
const pasteColumnsFrom = (first: PasteColumn): PasteColumn[] =>
  first === 'note' || first === 'pause'
    ? [first]
    : [
        ...timeFields
          .slice(timeFields.indexOf(first))
          .filter((part) => first.endsWith('_date') || part.endsWith('_time')),
        'pause',
      ]

/** Skips text that is no number of minutes, and entries without breaks in the planner. */
function pauseForEntry(text: string, { soll_pause, ist_pause }: TimeEntry): { pause?: number } {
  const pause = soll_pause === null && ist_pause === null ? undefined : readPause(text)
  return pause === undefined ? {} : { pause }
}

const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Truncated to the limit of its field. */
const toNote = (text: string) => collapseWhitespace(text).slice(0, happeningLimits.note)

/** Message about truncated notes. */
export function cutNotesSentence(cells: PastedCells, first: PasteColumn): string | undefined {
  if (first !== 'note') return undefined
  const count = cells.filter(([text = '']) => collapseWhitespace(text).length > happeningLimits.note).length
  if (count === 0) return undefined
  return `${count === 1 ? 'Eine Notiz ist' : `${formatNumber(count)} Notizen sind`} auf ${happeningLimits.note} Zeichen gekürzt.`
}

function typeInto(
  edits: Edits,
  entry: TimeEntry,
  field: keyof TypedTimes,
  { text, day }: { text: string; day: string },
) {
  const end: End = field.startsWith('von') ? 'von' : 'bis'
  if (field.endsWith('_date')) return typeDate(edits, entry, end, { text, day })
  // '21.11.2026 18:00': a spreadsheet cell with date and time.
  const [, date, time = text] = /^(\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d\d-\d\d)[ T](.+)$/.exec(text) ?? []
  const dated = date === undefined ? edits : typeDate(edits, entry, end, { text: date, day })
  const value = parseTime(time)
  if (value === undefined || value === null) return storeInvalidText(dated, entry, field, text)
  const edit = dated.get(entry.id)
  const typed = withTime(displayedValues(entry, edit), end, value, { planned: plannedOf(entry), day })
  if (date !== undefined) delete typed[`${end}_date`]
  return changeEntry(dated, entry, withoutInvalidFields(typed, edit, field))
}

function typeDate(edits: Edits, entry: TimeEntry, end: End, { text, day }: { text: string; day: string }) {
  const field = `${end}_date` as const
  const value = parseDate(text, undefined, plannedOf(entry)[field] ?? day)
  if (value === undefined) return storeInvalidText(edits, entry, field, text)
  const edit = edits.get(entry.id)
  return changeEntry(
    edits,
    entry,
    withoutInvalidFields(withDate(displayedValues(entry, edit), end, value), edit, field),
  )
}

/** Message about cells beyond the last row or field. */
export function leftOverSentence(
  cells: PastedCells,
  rows: readonly TimeEntry[],
  first: PasteColumn,
): string | undefined {
  const fields = pasteColumnsFrom(first)
  const isLeft = (text: string, entry: TimeEntry, field: PasteColumn | undefined) =>
    text.trim() !== '' &&
    (field === undefined ||
      (field === 'pause' && entry.is_editable && pauseForEntry(text, entry).pause === undefined))
  const left = rows.flatMap((entry, row) =>
    (cells[row] ?? []).filter((text, at) => isLeft(text, entry, fields[at])),
  )
  return (
    notInsertedSentence(cells.length - rows.length, 'Zeile hat', 'Zeilen haben') ??
    notInsertedSentence(left.length, 'Zelle hat', 'Zellen haben')
  )
}

function notInsertedSentence(count: number, one: string, many: string): string | undefined {
  if (count <= 0) return undefined
  return count === 1
    ? `Eine ${one} hier keinen Platz und wurde nicht eingefügt.`
    : `${formatNumber(count)} ${many} hier keinen Platz und wurden nicht eingefügt.`
}
