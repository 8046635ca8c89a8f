import type { FastifyReply } from 'fastify'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { abortOnDisconnect } from '#server/exports/abort-on-disconnect.ts'
import type { Column, Row, Sheet } from '#server/exports/excel/input.ts'
import { setAttachmentHeader } from '#server/exports/file-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { getHappening } from '../store.ts'
import { getSubhappening } from '../subhappenings-store.ts'
import {
  type PastChange,
  streamEntries,
  streamHistory,
  type WorkbookEntry,
  type WorkbookQuery,
} from './rows-store.ts'

/** The workbook has two sheets: one row per entry with durations that can be summed, and the history. */
export async function downloadHappening(
  kontor: Kontor,
  by: Caller,
  wanted: WorkbookQuery,
  reply: FastifyReply,
) {
  const { happening_id, subhappening_id } = wanted
  const { name, ort, date } = await getHappening(kontor.db, by, happening_id)
  if (subhappening_id !== undefined) await getSubhappening(kontor.db, by, { happening_id, subhappening_id })
  await audit(kontor.db, by.id, 'happening.export', { happening_id, subhappening_id })
  const sheets: Sheet[] = [
    { name: 'Zeiten', columns: timeColumns, rows: mapRows(streamEntries(kontor.db, wanted), timeRow(ort)) },
    { name: 'Verlauf', columns: historyColumns, rows: mapRows(streamHistory(kontor.db, wanted), historyRow) },
  ]
  const pieces = await kontor.exports.excel(by, sheets, abortOnDisconnect(reply))
  setAttachmentHeader(reply, `${name} ${date}`, 'xlsx')
  return pieces
}

const textColumn = (name: string, width: number): Column => ({ name, type: 'text', width })
const momentColumn = (name: string): Column => ({ name, type: 'datetime' })
const instantColumn = (name: string): Column => ({ name, type: 'instant' })
const hoursColumn = (name: string): Column => ({ name, type: 'number' })
const durationColumn = (name: string): Column => ({ name, type: 'duration' })

const timeColumns = [
  textColumn('Teilveranstaltung', 24),
  textColumn('Ort', 24),
  textColumn('Personalnummer', 16),
  textColumn('Nachname', 20),
  textColumn('Vorname', 18),
  textColumn('Firma', 20),
  textColumn('Status', 14),
  textColumn('Aufgabe', 20),
  textColumn('Funktion', 20),
  momentColumn('Soll von'),
  momentColumn('Soll bis'),
  durationColumn('Soll'),
  durationColumn('Soll Pause'),
  momentColumn('Ist von'),
  momentColumn('Ist bis'),
  durationColumn('Ist'),
  durationColumn('Ist Pause'),
  // A number of hours, because Excel displays no negative durations.
  hoursColumn('Differenz (Stunden)'),
  textColumn('Nicht geplant', 14),
  textColumn('Nicht gekommen', 16),
  textColumn('Notiz', 40),
  textColumn('Übermittelt', 12),
]

const timeRow =
  (ort: string) =>
  (entry: WorkbookEntry): Row => [
    entry.part,
    ort || null,
    entry.personalnummer,
    entry.last_name,
    entry.first_name,
    entry.subcontractor,
    entry.status,
    entry.aufgabe,
    entry.funktion,
    entry.soll_von,
    entry.soll_bis,
    entry.soll_minutes,
    entry.soll_minutes === null ? null : entry.soll_pause,
    entry.ist_von,
    entry.ist_bis,
    entry.ist_minutes,
    // Without a recorded break the planned one applies, as soon as there are actual times.
    entry.ist_pause ?? (entry.ist_minutes === null ? null : entry.soll_pause),
    entry.soll_minutes !== null && entry.ist_minutes !== null
      ? (entry.ist_minutes - entry.soll_minutes) / 60
      : null,
    entry.unplanned ? 'Ja' : null,
    entry.absent ? 'Ja' : null,
    entry.note,
    entry.submitted ? 'Ja' : 'Nein',
  ]

const historyColumns = [
  instantColumn('Wann'),
  textColumn('Wer', 20),
  textColumn('Was', 16),
  textColumn('Teilveranstaltung', 24),
  textColumn('Personalnummer', 16),
  textColumn('Nachname', 20),
  textColumn('Vorname', 18),
  momentColumn('Alt von'),
  momentColumn('Alt bis'),
  momentColumn('Neu von'),
  momentColumn('Neu bis'),
  textColumn('Außerdem', 40),
  textColumn('Antwort der Personalplanung', 40),
]
const changeKindLabels = {
  changed: 'Geändert',
  sent: 'Übermittelt',
  withdrawn: 'Zurückgenommen',
  refused: 'Abgelehnt',
  planned: 'Plan geändert',
}

const historyRow = (past: PastChange): Row => [
  past.at,
  past.by,
  changeKindLabels[past.kind],
  past.part,
  past.personalnummer,
  past.last_name,
  past.first_name,
  past.old_von,
  past.old_bis,
  past.new_von,
  past.new_bis,
  describeOtherChanges(past),
  past.message,
]

/** Changes of an entry other than those of its start and end. */
const describeOtherChanges = ({
  kind,
  old_pause,
  new_pause,
  old_note,
  new_note,
  old_absent,
  new_absent,
}: PastChange) =>
  [
    old_absent !== new_absent && new_absent && 'Nicht gekommen',
    kind === 'changed' && old_absent && !new_absent && 'Doch gekommen',
    old_pause !== new_pause && (new_pause === null ? 'Pause wie geplant' : `Pause: ${new_pause} Minuten`),
    old_note !== new_note && (new_note === null ? 'Notiz entfernt' : `Notiz: ${new_note}`),
  ]
    .filter(Boolean)
    .join(', ') || null

async function* mapRows<From>(rows: AsyncIterable<From>, row: (from: From) => Row): AsyncGenerator<Row> {
  for await (const one of rows) yield row(one)
}
