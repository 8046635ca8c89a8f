import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Doc, DocFilter, DocStatus } from '#contract/docs.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { notModified } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { isFillable } from './may-fill.ts'
import { findDocImage, getDoc, getDocState, listDocs, setRead } from './store.ts'

/** Documents as a caller sees them, each with what they may do with it right now. */
export async function readDocs({ db }: Kontor, by: Caller, query: ListQuery, only: DocFilter | undefined) {
  const { items, pages } = await listDocs(db, by, query, only)
  return {
    items: items.map((doc) => ({
      ...doc,
      last_update: doc.last_update.toISOString(),
      deleted_at: doc.deleted_at?.toISOString() ?? null,
      can: doc.deleted_at ? nothing : rightsOn(doc.status, by),
    })),
    pages,
  }
}

async function readDoc({ db }: Kontor, by: Caller, id: number) {
  const { last_update, first_read_at, ...doc } = await getDoc(db, by, id)
  return {
    ...doc,
    isUnread: first_read_at === null,
    last_update: last_update.toISOString(),
    can: rightsOn(doc.status, by),
  }
}

export async function readImage({ db }: Kontor, by: Caller, id: string) {
  const image = await findDocImage(db, by, id)
  if (!image) throw refuse('not_found')
  return image
}

const nothing = { fill: false, administer: false }
export const rightsOn = (status: DocStatus, by: Caller) => ({
  fill: isFillable(status),
  administer: by.is_admin,
})

/**
 * Every open editor asks for its document all the time, and that may be 2 MB. Its tag is made of the version and of all
 * that is said beside the content: whoever names it is answered by one short look at the database.
 */
export async function readNewestDoc(
  kontor: Kontor,
  by: Caller,
  id: number,
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
): Promise<Doc | typeof notModified> {
  const asked = headers['if-none-match']
  if (asked !== undefined) {
    const { last_update, ...state } = await getDocState(kontor.db, by, id)
    const etag = tagOf({ ...state, last_update: last_update.toISOString(), can: rightsOn(state.status, by) })
    if (matchesEtag(asked, etag)) {
      reply.header('etag', etag)
      return notModified
    }
  }
  const doc = await readDoc(kontor, by, id)
  await noteReading(kontor, by, doc)
  reply.header('etag', tagOf(doc))
  return doc
}

/** The version counts contents alone; names, states and rights follow it after a dash. */
function tagOf({ version, name, status, last_update, can }: Omit<Doc, 'content'>) {
  return `"${version}-${hash('sha256', JSON.stringify([name, status, last_update, can]), 'base64url')}"`
}

type Read = Pick<Doc, 'id' | 'status'> & { isUnread: boolean }

/**
 * Administrators are told which documents nobody has opened yet. So the first reading of an Aktiv one by somebody of the
 * staff is noted, once for all; not by whom.
 */
async function noteReading(kontor: Kontor, by: Caller, { id, status, isUnread }: Read) {
  if (by.is_admin || !isUnread || !isFillable(status)) return
  await inTransaction(kontor, async (tx) => {
    if (await setRead(tx, id)) changed(tx, aboutDocs)
  })
}
