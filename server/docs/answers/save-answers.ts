import { type Field, fits, isFieldType, kept, longest, type Value } from '#contract/document/fields.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { invalid, outdated, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAnswers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { isFillable } from '../may-fill.ts'
import { getDocHead, lockDocForShare } from '../store.ts'
import { findAnswers, lockAnswersForUpdate, mergeAnswers } from './store.ts'

type Data = Record<string, Value>
type FilledIn = { data: Data; user_id?: number; believed?: Data }

export async function readAnswers({ db }: Kontor, by: Caller, docId: number) {
  await getDocHead(db, by, docId)
  return { data: await findAnswers(db, docId, by.id) }
}

/**
 * Enters what somebody filled in, and never what somebody else typed on the same device before, nor over what they have
 * not seen. Returns the names that the document does not have: they were not stored.
 */
export function saveAnswers(
  kontor: Kontor,
  by: Caller,
  docId: number,
  { data, user_id = by.id, believed = {} }: FilledIn,
): Promise<string[]> {
  if (user_id !== by.id) throw refuse('someone_else')
  return inTransaction(kontor, async (tx) => {
    const doc = await lockDocForShare(tx, by, docId)
    if (!isFillable(doc.status)) throw refuse('not_fillable')
    const { known, ignored } = sorted(doc.fields, data)
    if (Object.keys(known).length === 0) return ignored
    const stored = await lockAnswersForUpdate(tx, docId, by.id)
    requireBelieved(stored, known, believed)
    if (Object.entries(known).every(([name, value]) => valueIn(stored, name) === value)) return ignored
    await mergeAnswers(tx, docId, by.id, known)
    await audit(tx, by.id, 'doc.answer', { doc_id: docId, fields: Object.keys(known) })
    changed(tx, aboutAnswers(by.id))
    return ignored
  })
}

const valueIn = (data: Data, name: string) => (Object.hasOwn(data, name) ? (data[name] ?? null) : null)

/** A value that is stored already contradicts nobody, as when a request is repeated. */
function requireBelieved(stored: Data, known: Data, believed: Data) {
  const changed = Object.entries(known).filter(([name, value]) => {
    const present = valueIn(stored, name)
    return Object.hasOwn(believed, name) && present !== valueIn(believed, name) && present !== value
  })
  if (changed.length > 0)
    throw outdated(
      'answer_changed',
      changed.map(([name]) => ({
        loc: ['body', 'data', name],
        msg: `„${name}“ wurde inzwischen woanders geändert.`,
        type: 'answer_changed',
      })),
    )
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
  text: `eine Zahl mit höchstens ${longest.digits} Ziffern vor dem Komma`,
  textarea: `ein Text mit höchstens ${longest.answer} Zeichen`,
  checkbox: '„Bestätigt“ oder nichts',
}

function checked({ name, type }: Field, value: Value): Value {
  if (!isFieldType(type))
    throw invalid(['body', 'data', name], `„${name}“ kennt erst die nächste Fassung. Bitte laden Sie neu.`)
  const meant = value === '' ? null : typeof value === 'number' ? kept(value) : value
  if (!fits(type, meant)) throw invalid(['body', 'data', name], `Für „${name}“ wird ${wants[type]} erwartet.`)
  return meant
}
