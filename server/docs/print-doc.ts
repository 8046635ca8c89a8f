import type { FastifyReply } from 'fastify'
import { uploadedImageId } from '#contract/document/addresses.ts'
import { type AnswerValue, answerOf, type Field } from '#contract/document/fields.ts'
import { noResultsSentences, whyNoResults } from '#contract/document/no-results.ts'
import { parsePhotoId } from '#contract/document/photos.ts'
import type { HandInKind } from '#contract/results.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { type Database, inSnapshot } from '#server/db/connect.ts'
import { abortOnDisconnect } from '#server/exports/abort-on-disconnect.ts'
import { setAttachmentHeader } from '#server/exports/file-name.ts'
import { Refused, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { findOwnAnswers } from './answers/store.ts'
import { getPhoto } from './photos/store.ts'
import { type ResultsFilter, readFilteredTable } from './results/read-results.ts'
import { getDoc, getDocImage } from './store.ts'

type PrintQuery = ResultsFilter & { results: number; signature: number }

/**
 * The document as PDF with the caller's own answers, or with `query.results` (administrators only) the answers
 * of everybody who matches the filter.
 */
export async function printDoc(
  kontor: Kontor,
  by: Caller,
  docId: number,
  query: PrintQuery,
  reply: FastifyReply,
) {
  if (query.results && !by.is_admin) throw refuse('forbidden')
  const { doc, people, own } = await inSnapshot(kontor.db, async (tx) => {
    const doc = await getDoc(tx, by, docId)
    return query.results
      ? { doc, people: await readPeople(tx, doc, query) }
      : { doc, own: await readOwnAnswers(tx, by, doc) }
  })
  const printed = {
    title: doc.name,
    as_of: new Date(),
    content: doc.content,
    image: (src: string) => readImage(kontor, by, src),
    photo: (src: string, isOfMany: boolean) => readPhoto(kontor, by, src, isOfMany),
  }
  if (query.results) await audit(kontor.db, by.id, 'doc.export', { doc_id: docId, format: 'PDF' })
  const filled = people
    ? { people, nobody: nobodySentence(doc, query) }
    : { ...own, ...(query.signature && { signature: by.display_name }) }
  const pdf = await kontor.exports.documentPdf(by, { ...printed, ...filled }, abortOnDisconnect(reply))
  setAttachmentHeader(reply, query.results ? `${doc.name} – Ergebnisse` : doc.name, 'pdf')
  return pdf
}

/** The caller's answers, with the caller's name, the time of the latest answer, and the hand-in if there is one. */
async function readOwnAnswers(db: Database, by: Caller, { id, fields, hand_in }: Own) {
  const { data, changed_at, handed_in_at, signature } = await findOwnAnswers(db, id, by.id)
  const answers = validAnswers(fields, data)
  const isFilledIn = changed_at !== undefined && Object.values(answers).some((answer) => answer !== null)
  return {
    answers,
    ...(isFilledIn && { filled_in: { by: by.display_name, at: changed_at } }),
    ...(hand_in && handed_in_at && { handed_in: { at: handed_in_at, by: by.display_name, ...signature } }),
  }
}
type Own = { id: number; fields: Field[]; hand_in: HandInKind | null }

async function readPeople(
  db: Database,
  doc: Parameters<typeof readFilteredTable>[1],
  filters: ResultsFilter,
) {
  const { fields, people } = await readFilteredTable(db, doc, filters, { signatures: true })
  return people.map(({ display_name, data, handed_in_at, signature }) => ({
    name: display_name,
    answers: validAnswers(fields, data),
    ...(handed_in_at && { handed_in: { at: new Date(handed_in_at), by: display_name, ...signature } }),
  }))
}

const nobodySentence = ({ fields }: { fields: Field[] }, filters: ResultsFilter) =>
  noResultsSentences[whyNoResults(fields.length > 0, filters)]

const validAnswers = (fields: Field[], data: Record<string, AnswerValue>): Record<string, AnswerValue> =>
  Object.fromEntries(fields.map((field) => [field.name, answerOf(field, data)]))

const readImage = (kontor: Kontor, by: Caller, src: string) =>
  readBytesIfVisible(getDocImage(kontor.db, by, uploadedImageId(src) ?? ''))

const readPhoto = (kontor: Kontor, by: Caller, src: string, isOfMany: boolean) =>
  readBytesIfVisible(getPhoto(kontor.db, by, parsePhotoId(src) ?? '', isOfMany ? 'small' : 'full'))

/** Undefined if the image is missing or the caller may not see it. The PDF is then printed without it. */
async function readBytesIfVisible(read: Promise<{ bytes: Uint8Array }>): Promise<Uint8Array | undefined> {
  try {
    return (await read).bytes
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}
