import {
  type AnswerValue,
  canHold,
  type Field,
  hasOptions,
  isFieldType,
  roundToStored,
  validValue,
} from '#contract/document/fields.ts'
import { withPresentTexts } from '#contract/document/options.ts'
import { parsePhotoId } from '#contract/document/photos.ts'
import { parseSignature } from '#contract/document/signature.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse, refuseInvalid, refuseOutdated } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAnswers } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { queueWebhookEvent } from '#server/webhooks/outbox-store.ts'
import { lockPhotosForShare } from '../photos/store.ts'
import { docSentences } from '../sentences.ts'
import { getDocHead } from '../store.ts'
import { currentFieldNames } from '../versions/names.ts'
import { listFields } from '../versions/store.ts'
import { changeOwnAnswers } from './own-answers.ts'
import { hiddenFieldNames, type Renames } from './rename-answers.ts'
import { findOwnAnswers, lockAnswersForUpdate, mergeAnswers } from './store.ts'

type AnswerData = Record<string, AnswerValue>
/**
 * Delay of the webhook event in seconds. Fields are saved one by one, and all changes within this time become
 * one event.
 */
const WEBHOOK_DELAY_SECONDS = 300
/** `renamed`: current names of those ignored fields that have been renamed. */
type SaveResult = { ignored: string[]; renamed?: Renames }
type AnswersToSave = { data: AnswerData; believed?: AnswerData; round?: number }

export async function readAnswers({ db }: Kontor, by: Caller, docId: number) {
  const { hand_in, round } = await getDocHead(db, by, docId)
  const { data, handed_in_at, signature, taken_back = 0 } = await findOwnAnswers(db, docId, by.id)
  // `round` and `taken_back` are returned even if the document asks for no hand-in. If it asks for one later,
  // the client sends these values with it, and they are compared.
  const seen = { data, round, taken_back }
  if (hand_in === null) return seen
  return { ...seen, handed_in_at: handed_in_at ?? null, signature: signature ?? null }
}

/**
 * Saves answers, unless they would overwrite values that the client has not seen, or belong to an earlier
 * round. Unknown names are returned as ignored.
 */
export function saveAnswers(
  kontor: Kontor,
  by: Caller,
  docId: number,
  { data, believed = {}, round }: AnswersToSave,
): Promise<SaveResult> {
  return changeOwnAnswers(kontor, by, docId, async (tx, doc) => {
    const { known, ignored } = splitKnownFields(doc.fields, data)
    const saved =
      ignored.length > 0 ? { ignored, ...(await findRenamedFields(tx, doc, ignored)) } : { ignored }
    if (Object.keys(known).length === 0) return saved
    const one = { docId, userId: by.id }
    const { data: stored, handed_in_at } = await lockAnswersForUpdate(tx, {
      ...one,
      hidden: hiddenFieldNames(doc.fields, {}),
    })
    if (round !== undefined && round !== doc.round) requireSameAsStored(stored, known)
    requireNoConflict(stored, known, withCurrentOptions(doc.fields, believed))
    // A repeated request succeeds even after handing in, since it changes nothing.
    if (Object.entries(known).every(([name, value]) => valueIn(stored, name) === value)) return saved
    if (doc.hand_in !== null && handed_in_at) throw refuse('handed_in')
    await requirePhotos(tx, one, known)
    const hidden = hiddenFieldNames(doc.fields, { ...stored, ...known })
    await mergeAnswers(tx, { ...one, hidden }, known)
    await audit(tx, by.id, 'doc.answer', { doc_id: docId, fields: Object.keys(known) })
    const event = { document_id: docId, document_name: doc.name, user_id: by.id }
    await queueWebhookEvent(tx, 'document.filled_in', event, {
      once: `${docId} ${by.id}`,
      seconds: WEBHOOK_DELAY_SECONDS,
    })
    changed(tx, aboutAnswers(by.id))
    return saved
  })
}

/** Current names of unknown fields, for a screen that was opened before a field was renamed. */
async function findRenamedFields(tx: Tx, doc: { id: number; fields: Field[] }, names: readonly string[]) {
  const renamed = currentFieldNames(names, doc.fields, await listFields(tx, doc.id))
  return Object.keys(renamed).length > 0 ? { renamed } : {}
}

/** Refuses photos that this person has not uploaded for this document. */
async function requirePhotos(tx: Tx, one: { docId: number; userId: number }, values: AnswerData) {
  const named = Object.entries(values).flatMap(([name, value]) => {
    const id = parsePhotoId(value)
    return id === undefined ? [] : [{ name, id }]
  })
  if (named.length === 0) return
  const there = await lockPhotosForShare(
    tx,
    one,
    named.map(({ id }) => id),
  )
  const missing = named.find(({ id }) => !there.has(id))
  if (missing) throw refuseInvalid(['body', 'data', missing.name], docSentences.photoIsMissing(missing.name))
}

const valueIn = (data: AnswerData, name: string) => (Object.hasOwn(data, name) ? (data[name] ?? null) : null)

/** Refuses answers of another round unless they equal the stored ones. */
function requireSameAsStored(stored: AnswerData, values: AnswerData) {
  const others = Object.entries(values).filter(([name, value]) => valueIn(stored, name) !== value)
  if (others.length > 0)
    throw refuseOutdated(
      'answer_changed',
      others.map(([name]) => ({
        loc: ['body', 'data', name],
        msg: `„${name}“ wurde in einer früheren Runde ausgefüllt. Inzwischen hat eine neue begonnen.`,
        type: 'other_round',
      })),
    )
}

/**
 * Refuses fields whose stored value differs both from the one that the client last read (`believed`) and from
 * the new one. A repeated request therefore passes.
 */
function requireNoConflict(stored: AnswerData, values: AnswerData, believed: AnswerData) {
  const changed = Object.entries(values).filter(([name, value]) => {
    const present = valueIn(stored, name)
    return Object.hasOwn(believed, name) && present !== valueIn(believed, name) && present !== value
  })
  if (changed.length > 0)
    throw refuseOutdated(
      'answer_changed',
      changed.map(([name]) => ({
        loc: ['body', 'data', name],
        msg: `„${name}“ wurde inzwischen woanders geändert.`,
        type: 'answer_changed',
      })),
    )
}

function splitKnownFields(fields: Field[], data: AnswerData) {
  const present = new Map(fields.map((field) => [field.name, field]))
  const known: AnswerData = {}
  const ignored: string[] = []
  for (const [name, value] of Object.entries(data)) {
    const field = present.get(name)
    if (field) known[name] = checkAnswer(field, value)
    else ignored.push(name)
  }
  return { known, ignored }
}

/** Translates options that were renamed since the screen was opened. */
function withCurrentOption({ type, options = [] }: Field, value: AnswerValue): AnswerValue {
  return hasOptions(type) && typeof value === 'string' ? withPresentTexts(options, value) : value
}

function withCurrentOptions(fields: Field[], data: AnswerData): AnswerData {
  const present = new Map(fields.map((field) => [field.name, field]))
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const field = present.get(name)
      return [name, field ? withCurrentOption(field, value) : value]
    }),
  )
}

function checkAnswer(field: Field, value: AnswerValue): AnswerValue {
  const { name, type } = field
  if (!isFieldType(type)) throw refuseInvalid(['body', 'data', name], docSentences.fieldIsNewer(name))
  const meant =
    value === '' ? null : typeof value === 'number' ? roundToStored(value) : withCurrentOption(field, value)
  if (!canHold(field, meant) || (type === 'signature' && meant !== null && !parseSignature(String(meant))))
    throw refuseInvalid(['body', 'data', name], docSentences.answerIsOther(name, type))
  return type === 'choices' ? validValue(field, meant) : meant
}
