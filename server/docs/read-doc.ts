import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Doc, DocStatus } from '#contract/docs.ts'
import type { Caller } from '#server/caller.ts'
import { matchesEtag, notModified, type Serialisable } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { isFillable } from './may-fill.ts'
import { recordFirstReading } from './note-reading.ts'
import { getDoc } from './store.ts'

async function readDoc({ db }: Kontor, by: Caller, id: number) {
  const { publish_at, next_round_at, first_read_at, hand_in, ...doc } = await getDoc(db, by, id)
  return {
    ...doc,
    ...(hand_in && { hand_in }),
    isUnread: first_read_at === null,
    publish_at: visiblePublishAt(by, publish_at),
    next_round_at: visibleNextRoundAt(by, doc.status, next_round_at),
    can: docRights(doc.status, by),
  }
}

/** The scheduled time of publication for administrators, null for everybody else. */
export const visiblePublishAt = (by: Caller, publish_at: Date | null) => (by.is_admin ? publish_at : null)

/**
 * The next round; null for staff while the document cannot be filled in, since that round will be skipped.
 */
export const visibleNextRoundAt = (by: Caller, status: DocStatus, next_round_at: Date | null) =>
  by.is_admin || isFillable(status) ? next_round_at : null

export const docRights = (status: DocStatus, by: Caller) => ({
  fill: isFillable(status),
  administer: by.is_admin,
})

/**
 * Returns the document, or 304 if the client's `If-None-Match` is current; open editors poll it. The ETag
 * covers the version and everything else in the answer.
 */
export async function readDocIfModified(
  kontor: Kontor,
  by: Caller,
  id: number,
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
): Promise<Serialisable<Doc> | typeof notModified> {
  const doc = await readDoc(kontor, by, id)
  const etag = docEtag(doc)
  reply.header('etag', etag)
  if (matchesEtag(headers['if-none-match'], etag)) return notModified
  // Counts as a reading only for Aktiv documents and staff.
  if (doc.isUnread && !by.is_admin && isFillable(doc.status)) await recordFirstReading(kontor, id)
  return doc
}

/**
 * Consists of the version and a hash. `version` increases only with the content, so the hash covers name,
 * status, dates, hand-in and rights.
 */
function docEtag({ version, can, ...doc }: Omit<Serialisable<Doc>, 'content'>) {
  const { name, status, last_update, due_on, publish_at, next_round_at, hand_in } = doc
  const dates = [last_update, due_on, publish_at, next_round_at]
  const beside = JSON.stringify([name, status, ...dates, hand_in, can])
  return `"${version}-${hash('sha256', beside, 'base64url')}"`
}
