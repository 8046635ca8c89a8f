import type { FastifyInstance } from 'fastify'
import { today } from '#contract/today.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { readToday } from './read-today.ts'

export function todayRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, today, { read: ({ caller, lasts, again }) => readToday(kontor, caller, { lasts, again }) })
}
