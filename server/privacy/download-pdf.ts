// The same for reading: a document like any other, printed as documents are. The newest rows of long parts.
import type { FastifyReply } from 'fastify'
import type { Tree } from '#contract/document/tree.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import { attachment } from '#server/exports/file-name.ts'
import { whenGone } from '#server/exports/gone.ts'
import type { Kontor } from '#server/kontor.ts'
import { fileName, notIncluded } from './download-json.ts'
import { openData } from './read-data.ts'
import { countSections, listNewest, type Row, type Scope, type Section } from './section-store.ts'
import { sections } from './sections-store.ts'
import type { Subject } from './subject-store.ts'

const MOST_ROWS = 300
const LONGEST = 600

export async function downloadPdf(kontor: Kontor, by: Caller, id: number, reply: FastifyReply) {
  const opened = await openData(kontor, by, id)
  await audit(kontor.db, by.id, 'user.export', { user_id: id, format: 'PDF' })
  const pdf = await kontor.exports.documentPdf(
    by,
    {
      title: `Daten über ${opened.subject.display_name}`,
      as_of: new Date(),
      content: await documentOf(kontor, opened),
      answers: {},
      image: () => undefined,
    },
    whenGone(reply),
  )
  attachment(reply, fileName(opened.subject), 'pdf')
  return pdf
}

type Opened = { subject: Subject; scope: Scope }

async function documentOf({ db, config, company }: Kontor, opened: Opened): Promise<Tree> {
  const intro = [
    paragraph(
      `Alles, was ${company.name} über diese Person gespeichert hat. Maschinenlesbar und vollständig steht es in der JSON-Datei.`,
    ),
    { type: 'bullet_list', content: notIncluded[opened.scope].map((text) => item(paragraph(text))) },
  ]
  const parts: Tree[] = []
  const counts = await countSections(db, sections, opened)
  for (const section of sections) {
    const count = counts[section.name] ?? 0
    parts.push(heading(section), ...(await contentOf(db, { section, count }, opened, config.timeZone)))
  }
  return { type: 'process', content: [...intro, ...parts] }
}

const heading = ({ title }: Section): Tree => ({
  type: 'heading',
  attrs: { level: 1 },
  content: [text(title)],
})

type Counted = { section: Section; count: number }

async function contentOf(
  db: Database,
  { section, count }: Counted,
  opened: Opened,
  timeZone: string,
): Promise<Tree[]> {
  if (count === 0) return [paragraph('Nichts gespeichert.')]
  const rows = await listNewest(db, section, opened, MOST_ROWS)
  const shown = (row: Row, key: string) =>
    paragraph(words[key]?.[String(row[key])] ?? wordOf(row[key], timeZone))
  const left =
    count <= MOST_ROWS
      ? []
      : [paragraph(`Gezeigt sind die letzten ${MOST_ROWS} von ${count.toLocaleString('de-DE')} Einträgen.`)]
  return [
    ...left,
    section.name === 'profile' ? facts(section, rows[0] ?? {}, shown) : table(section, rows, shown),
  ]
}

type Shown = (row: Row, key: string) => Tree

const facts = ({ columns }: Section, row: Row, shown: Shown): Tree => ({
  type: 'table',
  content: Object.entries(columns).map(([key, name]) =>
    line(cell('table_header', paragraph(name)), cell('table_cell', shown(row, key))),
  ),
})

const table = ({ columns }: Section, rows: Row[], shown: Shown): Tree => ({
  type: 'table',
  content: [
    line(...Object.values(columns).map((name) => cell('table_header', paragraph(name)))),
    ...rows.map((row) => line(...Object.keys(columns).map((key) => cell('table_cell', shown(row, key))))),
  ],
})

const line = (...content: Tree[]): Tree => ({ type: 'table_row', content })
const cell = (type: string, content: Tree): Tree => ({ type, content: [content] })
const item = (content: Tree): Tree => ({ type: 'list_item', content: [content] })
const text = (words: string): Tree => ({ type: 'text', text: words })
const paragraph = (words: string): Tree => ({ type: 'paragraph', content: words === '' ? [] : [text(words)] })

/** Names of the database in words for people. */
export const words: Record<string, Record<string, string>> = {
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

function wordOf(value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (typeof value === 'number') return value.toLocaleString('de-DE')
  if (value instanceof Date)
    return value.toLocaleString('de-DE', { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
  const said = typeof value === 'string' ? value : JSON.stringify(value)
  const [, year, month, day, rest = ''] = /^(\d{4})-(\d\d)-(\d\d)( \d\d:\d\d)?$/.exec(said) ?? []
  if (year !== undefined) return `${day}.${month}.${year}${rest}`
  return said.length > LONGEST ? `${said.slice(0, LONGEST)} …` : said
}
