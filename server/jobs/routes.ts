import type { FastifyInstance } from 'fastify'
import { jobs } from '#contract/jobs.ts'
import { refuse } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutBackgroundResult } from '#server/live/facts.ts'
import { findBackgroundResult } from './results-store.ts'

export function jobRoutes(app: FastifyInstance, { db }: Kontor) {
  serve(app, jobs, {
    result: {
      restsOn: ({ params }) => [aboutBackgroundResult(params.background_result_id)],
      handle: async ({ params, caller }) => {
        const stored = await findBackgroundResult(db, params.background_result_id, caller)
        if (!stored) throw refuse('not_found')
        return stored
      },
    },
  })
}
