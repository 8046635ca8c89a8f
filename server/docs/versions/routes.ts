import type { FastifyInstance } from 'fastify'
import { versions } from '#contract/versions.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { etagOf } from '../save-content.ts'
import { nameVersion, unnameVersion } from './name-version.ts'
import { readVersion, readVersions } from './read-versions.ts'
import { readEffects, restoreVersion } from './restore-version.ts'

export function versionRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, versions, {
    list: ({ caller, params, query }) => readVersions(kontor, caller, params.doc_id, query),
    read: ({ caller, params }) => readVersion(kontor, caller, params.doc_id, params.version),
    effects: ({ caller, params }) => readEffects(kontor, caller, params.doc_id, params.version),
    restore: async ({ caller, params: { doc_id, version }, request, reply }) => {
      const saved = await restoreVersion(kontor, caller, doc_id, version, request.headers['if-match'])
      reply.header('etag', etagOf(saved))
      return { version: saved }
    },
    name: ({ caller, params, body }) => nameVersion(kontor, caller, params.doc_id, params.version, body.name),
    unname: ({ caller, params }) => unnameVersion(kontor, caller, params.doc_id, params.version),
  })
}
