import type { FastifyInstance } from 'fastify'
import { audit } from '#contract/audit.ts'
import { refuse } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { downloadAudit } from './download-audit.ts'
import { findNames, findObjects } from './names-store.ts'
import { readAudit, toFilter } from './read-audit.ts'

export function auditRoutes(app: FastifyInstance, kontor: Kontor) {
  const { db } = kontor
  serve(app, audit, {
    list: ({ query }) => readAudit(kontor, { ...query, ...toFilter(query) }),
    excel: ({ caller, query, reply }) => downloadAudit(kontor, caller, toFilter(query), reply),
    find: ({ query }) => findObjects(db, query.filter),
    object: async ({ params: { object_kind, object_id } }) => {
      const object = (await findNames(db, new Set([`${object_kind} ${object_id}`]))).object(
        `${object_kind} ${object_id}`,
      )
      if (object.name === null) throw refuse('not_found')
      return object
    },
  })
}
