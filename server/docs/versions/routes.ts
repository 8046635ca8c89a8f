import type { FastifyInstance } from 'fastify'
import { versions } from '#contract/versions.ts'
import { done, serve } from '#server/http/serve.ts'
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
      return { ...done, version: saved }
    },
    name: async ({ caller, params, body }) => {
      await nameVersion(kontor, caller, params.doc_id, params.version, body.name)
      return done
    },
    unname: async ({ caller, params }) => {
      await unnameVersion(kontor, caller, params.doc_id, params.version)
      return done
    },
  })
}
