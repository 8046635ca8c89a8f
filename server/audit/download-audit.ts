import type { FastifyReply } from 'fastify'
import type { Caller } from '#server/caller.ts'
import { DELETED_USER } from '#server/db/people.ts'
import { abortOnDisconnect } from '#server/exports/abort-on-disconnect.ts'
import type { Column, Row } from '#server/exports/excel/input.ts'
import { setAttachmentHeader } from '#server/exports/file-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { audit } from './audit.ts'
import { withNames } from './read-audit.ts'
import { type AuditFilter, streamAudit } from './store.ts'

/** Exports the matches of the current filters on all pages, up to Excel's limit. The download itself is audited. */
export async function downloadAudit(kontor: Kontor, by: Caller, wanted: AuditFilter, reply: FastifyReply) {
  await audit(kontor.db, by.id, 'audit.export')
  const sheet = { name: 'Protokoll', columns, rows: truncateRows(rowsOf(kontor, wanted)) }
  const pieces = await kontor.exports.excel(by, [sheet], abortOnDisconnect(reply))
  setAttachmentHeader(
    reply,
    `Protokoll ${Temporal.Now.plainDateISO(kontor.config.timeZone).toString()}`,
    'xlsx',
  )
  return pieces
}

const columns: Column[] = [
  { name: 'Wann', type: 'datetime' },
  { name: 'Wer', type: 'text', width: 24 },
  { name: 'Was', type: 'text', width: 60 },
  { name: 'Worum es geht', type: 'text', width: 40 },
  { name: 'Adresse', type: 'text', width: 18 },
  { name: 'Vorgang', type: 'text', width: 24 },
]

async function* rowsOf({ db, config }: Kontor, wanted: AuditFilter): AsyncGenerator<Row> {
  for await (const rows of streamAudit(db, wanted, config.timeZone)) {
    for (const {
      at,
      user_id,
      display_name,
      sentence,
      objects,
      more_objects,
      address,
      action,
    } of await withNames(db, rows)) {
      const named = objects.map(({ kind, id, name }) => name ?? `${kind} ${id}`).join(', ')
      yield [
        at,
        display_name ?? (user_id === null ? '' : `${DELETED_USER} (${user_id})`),
        sentence,
        more_objects > 0 ? `${named} und ${more_objects} weitere` : named,
        address,
        action,
      ]
    }
  }
}
/** Maximum of rows in an Excel sheet below its head. */
const MAX_SHEET_ROWS = 1_048_575
const ROWS_CUT_SENTENCE =
  'Hier endet das Blatt: Mehr Zeilen hat eine Excel-Tabelle nicht. Bitte grenzen Sie den Zeitraum ein.'

/** Truncates to the maximum and says so in a last row. */
export async function* truncateRows(rows: AsyncIterable<Row>, most = MAX_SHEET_ROWS): AsyncGenerator<Row> {
  let held: Row | undefined
  let count = 0
  for await (const row of rows) {
    if (count++ === most) {
      yield [null, null, ROWS_CUT_SENTENCE]
      return
    }
    if (held) yield held
    held = row
  }
  if (held) yield held
}
