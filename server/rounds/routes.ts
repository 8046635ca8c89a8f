import type { FastifyInstance } from 'fastify'
import { rounds } from '#contract/rounds.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { readCharts } from './read-charts.ts'
import { readRepeats, repeatDoc, stopRepeating } from './set-repeats.ts'

export function roundRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, rounds, {
    charts: ({ caller, params }) => readCharts(kontor, caller, params.doc_id),
    repeats: ({ caller, params }) => readRepeats(kontor, caller, params.doc_id),
    repeat: ({ caller, params, body }) => repeatDoc(kontor, caller, params.doc_id, body),
    stopRepeating: ({ caller, params }) => stopRepeating(kontor, caller, params.doc_id),
  })
}
