import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Assignments } from '#contract/users.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { notModified } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { Cache } from '#server/live/cache.ts'
import { aboutAssignments, aboutUsers } from '#server/live/facts.ts'
import { readAssignments } from './read-assignments.ts'

/**
 * Every screen with the matrix asks for it all the time, and 2,000 users by 100 groups are 2 MB. Its tag is made of what
 * it holds, and remembered until that changes: whoever names it is answered without a look at the database.
 */
export function readNewestAssignments(kontor: Kontor) {
  const tags = new Cache<string>(kontor.news, { entries: 1 })
  return async (
    { headers }: Pick<FastifyRequest, 'headers'>,
    reply: FastifyReply,
  ): Promise<Assignments | typeof notModified> => {
    const tag = tags.entry('matrix', [aboutUsers, aboutAssignments])
    const isKnown = (etag: string) => matchesEtag(headers['if-none-match'], etag)
    if (tag.known !== undefined && isKnown(tag.known)) {
      reply.header('etag', tag.known)
      return notModified
    }
    const matrix = await readAssignments(kontor)
    const etag = `"${hash('sha256', JSON.stringify(matrix), 'base64url')}"`
    tag.keep(etag)
    reply.header('etag', etag)
    return isKnown(etag) ? notModified : matrix
  }
}
