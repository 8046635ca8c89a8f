import type { FastifyInstance } from 'fastify'
import { find } from '#contract/find.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { findAll } from './find.ts'

export function findRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, find, { all: ({ caller, query }) => findAll(kontor, caller, query) })
}
