import type { FastifyReply } from 'fastify'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { setAttachmentHeader } from '#server/exports/file-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { formatCsv } from '#server/planner/csv.ts'
import { listExported } from './store.ts'

/** Exports active people as a table for spreadsheets, which an import can read again. */
export async function exportPeople({ db }: Kontor, by: Caller, reply: FastifyReply): Promise<Uint8Array> {
  const people = await listExported(db)
  await audit(db, by.id, 'users.export', { people: people.length })
  setAttachmentHeader(reply, 'Benutzer', 'csv')
  const table = formatCsv(
    ['Benutzername', 'Vorname', 'Nachname', 'E-Mail', 'Telefon', 'Gruppen'],
    people.map((one) =>
      [
        one.username,
        one.persplan_vorname,
        one.persplan_nachname,
        one.email,
        one.persplan_telefon,
        formatGroupsCell(one.groups),
      ].map(escapeFormula),
    ),
  )
  return Buffer.from(`\ufeff${table}`)
}

/** A comma in a group's name is no separator; a `|` in a name is escaped by a backslash. */
function formatGroupsCell(names: string[]): string {
  const cell = names.map((name) => name.replace(/[\\|]/g, '\\$&')).join('|')
  return names.length === 1 ? `${cell}|` : cell
}

/**
 * Prefixes an apostrophe to values that a spreadsheet could take for a formula, and to those that already start
 * like that.
 */
const escapeFormula = (value: string | null) =>
  value !== null && /^'*[=+\-@]/.test(value) ? `'${value}` : (value ?? '')
