import type { FastifyInstance } from 'fastify'
import { jobs } from '#contract/jobs.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutBackgroundResult } from '#server/live/facts.ts'
import { getBackgroundResult } from './results-store.ts'

export function jobRoutes(app: FastifyInstance, { db }: Kontor) {
  serve(app, jobs, {
    result: {
      restsOn: ({ params }) => [aboutBackgroundResult(params.background_result_id)],
      handle: ({ params, caller }) => getBackgroundResult(db, params.background_result_id, caller),
    },
  })
}
