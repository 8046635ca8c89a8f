import type { Field } from '#contract/document/fields.ts'
import { isValidDrawing, type Signature, signaturePad } from '#contract/document/signature.ts'
import type { HandInKind } from '#contract/results.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import { readName } from '#server/http/input/typed-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAnswers } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { queueWebhookEvent } from '#server/webhooks/outbox-store.ts'
import { docSentences } from '../sentences.ts'
import { changeOwnAnswers } from './own-answers.ts'
import { hiddenFieldNames } from './rename-answers.ts'
import { lockAnswersForUpdate, setHandedIn, setTakenBack } from './store.ts'

/**
 * `round`, and `taken_back` (how often the person has taken a hand-in back): the values that the client last
 * read. Older clients send neither.
 */
type HandInInput = { signature?: Signature; round?: number; taken_back?: number }

/**
 * Hands in a person's answers, complete or not, and locks them until the person takes the hand-in back or a new
 * round begins. A repeated call keeps the first date. A delayed request is refused if a new round has begun, or
 * if the hand-in was taken back in the meantime.
 */
export function handIn(
  kontor: Kontor,
  by: Caller,
  doc_id: number,
  { signature, round, taken_back }: HandInInput,
): Promise<Date> {
  return changeOwnAnswers(kontor, by, doc_id, async (tx, doc) => {
    if (doc.hand_in === null) throw refuse('not_handed_in')
    if (round !== undefined && round !== doc.round) throw refuse('other_round')
    const { handed_in_at: before, taken_back: now } = await lockAnswersForUpdate(tx, toAnswersTarget(doc, by))
    if (before) return before
    if (taken_back !== undefined && taken_back !== now) throw refuse('taken_back')
    const handed_in_at = new Date()
    await setHandedIn(tx, doc_id, by.id, {
      at: handed_in_at,
      signature: checkSignature(doc.hand_in, signature),
    })
    await audit(tx, by.id, 'doc.hand_in', { doc_id, signed: doc.hand_in === 'signed' })
    // Sent at once, in addition to a delayed event about the answers.
    await queueWebhookEvent(tx, 'document.filled_in', {
      document_id: doc_id,
      document_name: doc.name,
      user_id: by.id,
      handed_in_at: handed_in_at.toISOString(),
    })
    changed(tx, aboutAnswers(by.id))
    return handed_in_at
  })
}

/** Possible while the document can be filled in; removes the signature. Returns the new `taken_back`. */
export function takeBack(kontor: Kontor, by: Caller, doc_id: number) {
  return changeOwnAnswers(kontor, by, doc_id, async (tx, doc) => {
    const { handed_in_at, taken_back } = await lockAnswersForUpdate(tx, toAnswersTarget(doc, by))
    if (!handed_in_at) return taken_back
    const after = await setTakenBack(tx, doc_id, by.id)
    await audit(tx, by.id, 'doc.take_back', { doc_id })
    changed(tx, aboutAnswers(by.id))
    return after
  })
}

const toAnswersTarget = ({ id, fields }: { id: number; fields: Field[] }, { id: userId }: Caller) => ({
  docId: id,
  userId,
  hidden: hiddenFieldNames(fields, {}),
})

/** A signature that the document does not require is ignored. */
function checkSignature(handIn: HandInKind, signature: Signature | undefined): Signature | null {
  if (handIn === 'plain') return null
  const { strokes, name } = signature ?? {}
  if (strokes !== undefined && name === undefined) {
    if (!isValidDrawing(strokes)) throw refuseInvalid(['body', 'signature'], docSentences.signatureUnreadable)
    return { strokes }
  }
  const read =
    name === undefined || strokes !== undefined ? undefined : readName(name, { longest: signaturePad.name })
  if (!read || 'problem' in read) throw refuseInvalid(['body', 'signature'], docSentences.signatureMissing)
  return { name: read.name }
}
