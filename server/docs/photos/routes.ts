import type { FastifyInstance } from 'fastify'
import { photos } from '#contract/photos.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { getDocHead } from '../store.ts'
import { getPhoto } from './store.ts'
import { uploadPhoto } from './take-photo.ts'

/** A photo never changes, but permission to see it is rechecked after this time. */
const PHOTO_CACHE_CONTROL = 'private, max-age=3600'

export function photoRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, photos, {
    upload: {
      beforeLarge: ({ caller, params }) => getDocHead(kontor.db, caller, params.doc_id),
      handle: ({ caller, params, body }) =>
        uploadPhoto(kontor, caller, { docId: params.doc_id, id: params.photo_id, ...body }),
    },
    read: async ({ caller, params, query, reply }) => {
      const { type, bytes } = await getPhoto(kontor.db, caller, params.photo_id, query.size)
      reply.type(type).header('cache-control', PHOTO_CACHE_CONTROL)
      return bytes
    },
  })
}
