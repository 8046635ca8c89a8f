import type { FastifyInstance } from 'fastify'
import { publishing } from '#contract/publishing.ts'
import { fillStates } from '#contract/words/fill-states.ts'
import { originOf } from '#server/http/security.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { parseChoice } from '#server/lists/list-store.ts'
import { cancelPublishing, previewPublishing, publishDoc } from './publish-doc.ts'
import { readAudience, readDocsOf, readPersonAnswers } from './read-people.ts'
import { previewReminders, remindPeople } from './remind-people.ts'

export function publishingRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, publishing, {
    preview: ({ caller, params, body }) => previewPublishing(kontor, caller, params.doc_id, body),
    publish: ({ caller, params, body }) => publishDoc(kontor, caller, params.doc_id, body),
    callOff: ({ caller, params }) => cancelPublishing(kontor, caller, params.doc_id),
    people: ({ caller, params, query: { state, ...query } }) =>
      readAudience(kontor, caller, params.doc_id, query, parseStates(state)),
    person: ({ caller, params }) => readPersonAnswers(kontor, caller, params.doc_id, params.user_id),
    ofPerson: ({ params, query }) => readDocsOf(kontor, params.user_id, query),
    remindPreview: ({ caller, params, body }) =>
      previewReminders(kontor, caller, params.doc_id, body.user_ids),
    remind: async ({ caller, params, body, request }) => ({
      ...(await remindPeople(kontor, caller, params.doc_id, {
        user_ids: body.user_ids,
        origin: originOf(kontor.config, request),
      })),
    }),
  })
}

const parseStates = (words: string) =>
  words.split(',').flatMap((word) => parseChoice(fillStates, word, 'state') ?? [])
