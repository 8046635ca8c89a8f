import type { FastifyReply } from 'fastify'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { abortOnDisconnect } from '#server/exports/abort-on-disconnect.ts'
import type { Column, Row, Sheet } from '#server/exports/excel/input.ts'
import { setAttachmentHeader } from '#server/exports/file-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { getHappening } from '../store.ts'
import { getSubhappening } from '../subhappenings-store.ts'
import { type Entry, entriesOf, historyOf, type Past, type WorkbookQuery } from './rows-store.ts'

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
    { name: 'Zeiten', columns: timeColumns, rows: mapped(entriesOf(kontor.db, wanted), timeRow(ort)) },
    { name: 'Verlauf', columns: pastColumns, rows: mapped(historyOf(kontor.db, wanted), pastRow) },
  ]
  const pieces = await kontor.exports.excel(by, sheets, abortOnDisconnect(reply))
  setAttachmentHeader(reply, `${name} ${date}`, 'xlsx')
  return pieces
}

const text = (name: string, width: number): Column => ({ name, type: 'text', width })
const moment = (name: string): Column => ({ name, type: 'datetime' })
const instant = (name: string): Column => ({ name, type: 'instant' })
const hours = (name: string): Column => ({ name, type: 'number' })
const length = (name: string): Column => ({ name, type: 'duration' })

const timeColumns = [
  text('Teilveranstaltung', 24),
  text('Ort', 24),
  text('Personalnummer', 16),
  text('Nachname', 20),
  text('Vorname', 18),
  text('Firma', 20),
  text('Status', 14),
  text('Aufgabe', 20),
  text('Funktion', 20),
  moment('Soll von'),
  moment('Soll bis'),
  length('Soll'),
  length('Soll Pause'),
  moment('Ist von'),
  moment('Ist bis'),
  length('Ist'),
  length('Ist Pause'),
  // A number of hours, because Excel displays no negative durations.
  hours('Differenz (Stunden)'),
  text('Nicht geplant', 14),
  text('Nicht gekommen', 16),
  text('Notiz', 40),
  text('Übermittelt', 12),
]

const timeRow =
  (ort: string) =>
  (entry: Entry): Row => [
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

const pastColumns = [
  instant('Wann'),
  text('Wer', 20),
  text('Was', 16),
  text('Teilveranstaltung', 24),
  text('Personalnummer', 16),
  text('Nachname', 20),
  text('Vorname', 18),
  moment('Alt von'),
  moment('Alt bis'),
  moment('Neu von'),
  moment('Neu bis'),
  text('Außerdem', 40),
  text('Antwort der Personalplanung', 40),
]
const kinds = {
  changed: 'Geändert',
  sent: 'Übermittelt',
  withdrawn: 'Zurückgenommen',
  refused: 'Abgelehnt',
  planned: 'Plan geändert',
}

const pastRow = (past: Past): Row => [
  past.at,
  past.by,
  kinds[past.kind],
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
}: Past) =>
  [
    old_absent !== new_absent && new_absent && 'Nicht gekommen',
    kind === 'changed' && old_absent && !new_absent && 'Doch gekommen',
    old_pause !== new_pause && (new_pause === null ? 'Pause wie geplant' : `Pause: ${new_pause} Minuten`),
    old_note !== new_note && (new_note === null ? 'Notiz entfernt' : `Notiz: ${new_note}`),
  ]
    .filter(Boolean)
    .join(', ') || null

async function* mapped<From>(rows: AsyncIterable<From>, row: (from: From) => Row): AsyncGenerator<Row> {
  for await (const one of rows) yield row(one)
}
