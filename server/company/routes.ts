import type { FastifyInstance } from 'fastify'
import { company } from '#contract/company.ts'
import { refuse } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { changeCompany, dismissFirstSteps } from './change-company.ts'
import { readFirstSteps } from './first-steps.ts'

const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

export function companyRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, company, {
    change: ({ caller, body }) => changeCompany(kontor, caller, body),
    logo: ({ params, reply }) => {
      const { logo } = kontor.company
      if (!logo || logo.key !== params.logo) throw refuse('not_found')
      reply.type(logo.type).header('cache-control', IMMUTABLE_CACHE_CONTROL)
      return logo.bytes
    },
    firstSteps: ({ caller }) => readFirstSteps(kontor, caller),
    putStepsAway: ({ caller, body }) => dismissFirstSteps(kontor, caller, body.put_away),
  })
}
