import type { FastifyInstance } from 'fastify'
import { today } from '#contract/today.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { factsOfToday, readToday } from './read-today.ts'

export function todayRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, today, {
    read: {
      restsOn: ({ caller }) => factsOfToday(caller),
      handle: ({ caller, expiresIn }) => readToday(kontor, caller, { expiresIn }),
    },
  })
}
