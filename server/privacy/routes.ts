import type { FastifyInstance } from 'fastify'
import { privacy } from '#contract/privacy.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { anonymise, previewAnonymisation } from './anonymise.ts'
import { downloadJson } from './download-json.ts'
import { downloadPdf } from './download-pdf.ts'
import { countData } from './read-data.ts'
import { previewRetention, readRetention, setRetention } from './retention/periods.ts'

export function privacyRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, privacy, {
    own: ({ caller }) => countData(kontor, caller, caller.id),
    ownJson: ({ caller, reply }) => downloadJson(kontor, caller, caller.id, reply),
    ownPdf: ({ caller, reply }) => downloadPdf(kontor, caller, caller.id, reply),
    ofUser: ({ caller, params }) => countData(kontor, caller, params.user_id),
    jsonOfUser: ({ caller, params, reply }) => downloadJson(kontor, caller, params.user_id, reply),
    pdfOfUser: ({ caller, params, reply }) => downloadPdf(kontor, caller, params.user_id, reply),
    previewAnonymisation: ({ caller, params, query: { messages, answers } }) =>
      previewAnonymisation(kontor, caller, params.user_id, {
        messages: messages === 1,
        answers: answers === 1,
      }),
    anonymise: ({ caller, params, body }) => anonymise(kontor, caller, params.user_id, body),
    retention: () => readRetention(kontor),
    previewRetention: ({ query }) => previewRetention(kontor, query),
    setRetention: ({ caller, body }) => setRetention(kontor, caller, body),
  })
}
