import type { FastifyReply } from 'fastify'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { attachment } from '#server/exports/file-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { writeCsv } from '#server/planner/csv.ts'
import { listExported } from './store.ts'

/** The active people as a table that a spreadsheet opens and an import reads again. */
export async function exportPeople({ db }: Kontor, by: Caller, reply: FastifyReply): Promise<Uint8Array> {
  const people = await listExported(db)
  await audit(db, by.id, 'users.export', { people: people.length })
  attachment(reply, 'Benutzer', 'csv')
  const table = writeCsv(
    ['Benutzername', 'Vorname', 'Nachname', 'E-Mail', 'Telefon', 'Gruppen'],
    people.map((one) =>
      [
        one.username,
        one.persplan_vorname,
        one.persplan_nachname,
        one.email,
        one.persplan_telefon,
        groupsIn(one.groups),
      ].map(guarded),
    ),
  )
  return Buffer.from(`\ufeff${table}`)
}

/** One group with a comma in its name is still one; a `|` in a name has a backslash before it. */
function groupsIn(names: string[]): string {
  const cell = names.map((name) => name.replace(/[\\|]/g, '\\$&')).join('|')
  return names.length === 1 ? `${cell}|` : cell
}

/**
 * What a spreadsheet would take for a formula begins with an apostrophe; so does what already has one before such a
 * sign.
 */
const guarded = (value: string | null) =>
  value !== null && /^'*[=+\-@]/.test(value) ? `'${value}` : (value ?? '')
