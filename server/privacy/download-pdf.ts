// All data about a person as a readable PDF; long sections contain their newest rows.
import type { FastifyReply } from 'fastify'
import { bullets, cell, headerCell, heading, paragraph, processOf, table } from '#contract/document/build.ts'
import type { Tree } from '#contract/document/tree.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { abortOnDisconnect } from '#server/exports/abort-on-disconnect.ts'
import { setAttachmentHeader } from '#server/exports/file-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { fileName, notIncluded } from './download-json.ts'
import { getSubjectInScope } from './read-data.ts'
import { countSections, listNewest, type Row, type Scope, type Section } from './section-store.ts'
import { sections } from './sections-store.ts'
import type { DataSubject } from './subject-store.ts'

const MAX_ROWS = 300
const LONGEST_CELL = 600

export async function downloadPdf(kontor: Kontor, by: Caller, id: number, reply: FastifyReply) {
  const opened = await getSubjectInScope(kontor, by, id)
  await audit(kontor.db, by.id, 'user.export', { user_id: id, format: 'PDF' })
  const pdf = await kontor.exports.documentPdf(
    by,
    {
      title: `Daten über ${opened.subject.display_name}`,
      as_of: new Date(),
      content: await buildPdfContent(kontor, opened),
      answers: {},
      image: () => undefined,
    },
    abortOnDisconnect(reply),
  )
  setAttachmentHeader(reply, fileName(opened.subject), 'pdf')
  return pdf
}

type PdfSubject = { subject: DataSubject; scope: Scope }

async function buildPdfContent({ db, config, company }: Kontor, opened: PdfSubject): Promise<Tree> {
  const counts = await countSections(db, sections, opened)
  const parts: Tree[] = []
  for (const section of sections) {
    const count = counts[section.name] ?? 0
    const rows = count === 0 ? [] : await listNewest(db, section, opened, MAX_ROWS)
    parts.push(heading(1, section.title), ...partOf(section, count, rows, config.timeZone))
  }
  return processOf(
    paragraph(
      `Alles, was ${company.name} über diese Person gespeichert hat. Maschinenlesbar und vollständig steht es in der JSON-Datei.`,
    ),
    bullets(...notIncluded[opened.scope]),
    ...parts,
  )
}

function partOf({ name, columns }: Section, count: number, rows: Row[], timeZone: string): Tree[] {
  if (count === 0) return [paragraph('Nichts gespeichert.')]
  const textOfCell = (row: Row, key: string) => {
    const said = valueLabels[key]?.[String(row[key])] ?? formatValue(row[key], timeZone)
    return cell(said === '' ? [] : said)
  }
  if (name === 'profile')
    return [
      table(
        ...Object.entries(columns).map(([key, title]) => [headerCell(title), textOfCell(rows[0] ?? {}, key)]),
      ),
    ]
  const heads = Object.values(columns).map((title) => headerCell(title))
  const lines = rows.map((row) => Object.keys(columns).map((key) => textOfCell(row, key)))
  const left = `Gezeigt sind die letzten ${MAX_ROWS} von ${count.toLocaleString('de-DE')} Einträgen.`
  return [...(count > MAX_ROWS ? [paragraph(left)] : []), table(heads, ...lines)]
}

/** German words for values in the database. */
export const valueLabels: Record<string, Record<string, string>> = {
  kind: {
    changed: 'geändert',
    sent: 'übermittelt',
    withdrawn: 'zurückgenommen',
    refused: 'abgelehnt',
    planned: 'geplant',
    invitation: 'Einladung',
    reset: 'neues Passwort',
    'users.sync': 'Abgleich der Benutzer',
    'happenings.sync': 'Abgleich der Veranstaltungen',
    'times.send': 'Senden von Zeiten',
    assignments: 'Zuweisungen zu Gruppen',
    'docs.status': 'Status von Prozessen',
    'happenings.status': 'Status von Veranstaltungen',
    'users.active': 'Aktivieren oder Deaktivieren von Personen',
  },
  mail: { waiting: 'wartet', sent: 'gesendet', failed: 'nicht gesendet' },
  list: { users: 'Benutzer', groups: 'Gruppen', happenings: 'Veranstaltungen' },
  noise_level: { alert: 'Benachrichtigen', show: 'Nur markieren', mute: 'Stumm' },
}

function formatValue(value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (typeof value === 'number') return value.toLocaleString('de-DE')
  if (value instanceof Date)
    return value.toLocaleString('de-DE', { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
  const said = typeof value === 'string' ? value : JSON.stringify(value)
  const [, year, month, day, rest = ''] = /^(\d{4})-(\d\d)-(\d\d)( \d\d:\d\d)?$/.exec(said) ?? []
  if (year !== undefined) return `${day}.${month}.${year}${rest}`
  return said.length > LONGEST_CELL ? `${said.slice(0, LONGEST_CELL)} …` : said
}
