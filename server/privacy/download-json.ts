// All data about a person as JSON, in the format of docs/handbuch/datenschutz.md.
import type { FastifyReply } from 'fastify'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { setAttachmentHeader } from '#server/exports/file-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { getSubjectInScope } from './read-data.ts'
import { readRowBatches, type Scope, type Section } from './section-store.ts'
import { sections } from './sections-store.ts'
import type { DataSubject } from './subject-store.ts'

export const FORMAT = 'kontor-personal-data/1'

/** Sentences about what is not included, and why. */
export const notIncluded: Record<Scope, readonly string[]> = {
  own: [
    'Was andere geschrieben oder über Sie eingetragen haben, sind deren Worte; im Protokoll fehlt, wer etwas mit Ihnen getan hat.',
    'Passwörter und Schlüssel werden nur als Prüfwert aufbewahrt und nicht herausgegeben.',
  ],
  administrator: [
    'Was andere geschrieben oder über die Person eingetragen haben, sind deren Worte; im Protokoll fehlt, wer etwas mit ihr getan hat.',
    'Nachrichten und Bilder aus Chats zu zweit gibt nur die Person selbst heraus, unter „Mein Profil“; ebenso Bilder, deren Nachricht gelöscht ist.',
    'Passwörter und Schlüssel werden nur als Prüfwert aufbewahrt und nicht herausgegeben.',
  ],
}

export async function downloadJson(kontor: Kontor, by: Caller, id: number, reply: FastifyReply) {
  const opened = await getSubjectInScope(kontor, by, id)
  await audit(kontor.db, by.id, 'user.export', { user_id: id, format: 'JSON' })
  setAttachmentHeader(reply, fileName(opened.subject), 'json')
  return textOf(kontor, opened)
}

export const fileName = ({ display_name }: DataSubject) => `Daten von ${display_name}`

async function* textOf(
  { db, company }: Kontor,
  { subject, scope }: { subject: DataSubject; scope: Scope },
): AsyncGenerator<Uint8Array> {
  const { id, username, display_name } = subject
  const head = {
    format: FORMAT,
    app: company.name,
    made_at: new Date().toISOString(),
    person: { id, username, display_name },
    not_included: notIncluded[scope],
  }
  yield encodeUtf8(`${JSON.stringify(head).slice(0, -1)},"parts":[`)
  for (const [at, section] of sections.entries()) {
    yield encodeUtf8(`${at === 0 ? '' : ','}\n${headOf(section)}`)
    let isFirst = true
    for await (const rows of readRowBatches(db, section, { subject, scope })) {
      const lines = rows.map((row) => JSON.stringify(row)).join(',\n')
      yield encodeUtf8(`${isFirst ? '' : ','}\n${lines}`)
      isFirst = false
    }
    yield encodeUtf8(']}')
  }
  yield encodeUtf8('\n]}\n')
}

/** The JSON of a section up to its first row. */
const headOf = ({ name, title, columns }: Section) =>
  `${JSON.stringify({ name, title, columns }).slice(0, -1)},"rows":[`

const encodeUtf8 = (text: string) => new TextEncoder().encode(text)
