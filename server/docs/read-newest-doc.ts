import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Doc } from '#contract/docs.ts'
import type { Caller } from '#server/caller.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { notModified } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { readDoc, rightsOn } from './read-doc.ts'
import { getDocState } from './store.ts'

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
  reply.header('etag', tagOf(doc))
  return doc
}

/** The version counts contents alone; names, states and rights follow it after a dash. */
function tagOf({ version, name, status, last_update, can }: Omit<Doc, 'content'>) {
  return `"${version}-${hash('sha256', JSON.stringify([name, status, last_update, can]), 'base64url')}"`
}
