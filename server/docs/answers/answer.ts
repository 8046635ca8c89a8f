import { type Field, fits, longest, type Value } from '#contract/document/fields.ts'
import { record } from '#server/audit.ts'
import type { Caller } from '#server/auth/sessions.ts'
import { invalid, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { isFillable } from '../may-see-doc.ts'
import { getDocHead, shareDoc } from '../store.ts'
import { findAnswers, mergeAnswers } from './store.ts'

type Data = Record<string, Value>
type FilledIn = { data: Data; user_id?: number }

export async function readAnswers({ db }: Kontor, by: Caller, docId: number) {
  await getDocHead(db, by, docId)
  return { data: await findAnswers(db, docId, by.id) }
}

/**
 * Enters what somebody filled in, and never what somebody else typed on the same device before. Returns the names that the document does not have: they were not stored.
 */
export function answer(
  kontor: Kontor,
  by: Caller,
  docId: number,
  { data, user_id = by.id }: FilledIn,
): Promise<string[]> {
  if (user_id !== by.id) throw refuse('someone_else')
  return inTransaction(kontor, async (tx) => {
    const doc = await shareDoc(tx, by, docId)
    if (!isFillable(doc.status)) throw refuse('not_fillable')
    const { known, ignored } = sorted(doc.fields, data)
    if (Object.keys(known).length === 0) return ignored
    await mergeAnswers(tx, docId, by.id, known)
    await record(tx, by.id, 'doc.answer', { doc_id: docId, fields: Object.keys(known) })
    return ignored
  })
}

function sorted(fields: Field[], data: Data) {
  const types = new Map(fields.map(({ name, type }) => [name, type]))
  const known: Data = {}
  const ignored: string[] = []
  for (const [name, value] of Object.entries(data)) {
    const type = types.get(name)
    if (type === undefined) ignored.push(name)
    else known[name] = checked({ name, type }, value)
  }
  return { known, ignored }
}

const wants = {
  text: 'eine Zahl mit höchstens 15 Stellen vor dem Komma',
  textarea: `ein Text mit höchstens ${longest.answer} Zeichen`,
  checkbox: '„Bestätigt“ oder nichts',
}

function checked({ name, type }: Field, value: Value): Value {
  // Blanks alone say nothing.
  const kept = typeof value === 'string' && value.trim() === '' ? null : value
  if (!fits(type, kept)) throw invalid(['body', 'data', name], `Für „${name}“ wird ${wants[type]} erwartet.`)
  return kept
}
