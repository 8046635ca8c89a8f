import type { FastifyInstance } from 'fastify'
import { docs } from '#contract/docs.ts'
import { docFilters } from '#contract/document/statuses.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { parseChoice } from '#server/lists/list-store.ts'
import { aboutAnswers } from '#server/live/facts.ts'
import { handIn, takeBack } from './answers/hand-in.ts'
import { readAnswers, saveAnswers } from './answers/save-answers.ts'
import { copyDoc, createDoc, removeDoc, renameDoc, restoreDoc, setDocStatus } from './change-doc.ts'
import { setManyStatuses } from './change-many.ts'
import { readVisibility, setDocGroups, setDocPublic } from './change-visibility.ts'
import { COUNTS_MAX_AGE_MS, factsOfDocs, readDocs } from './list-docs.ts'
import { printDoc } from './print-doc.ts'
import { readDocIfModified } from './read-doc.ts'
import { downloadResults, downloadRound } from './results/download-results.ts'
import { readResults } from './results/read-results.ts'
import { readRounds, resetResults } from './results/reset-results.ts'
import { etagOf, saveContent } from './save-content.ts'
import { getDocHead, getDocImage } from './store.ts'
import { uploadImage } from './uploaded-images.ts'

/** An image never changes under its address. */
const IMMUTABLE_CACHE_CONTROL = 'private, max-age=31536000, immutable'

export function docRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, docs, {
    list: {
      restsOn: ({ caller }) => [...factsOfDocs, aboutAnswers(caller.id)],
      handle: ({ caller, query, expiresIn }) => {
        if (caller.is_admin) expiresIn(COUNTS_MAX_AGE_MS)
        return readDocs(kontor, caller, query, parseChoice(docFilters, query.filter_status, 'filter_status'))
      },
    },
    create: async ({ caller, body }) => ({ doc_id: await createDoc(kontor, caller, body) }),
    read: ({ caller, params, request, reply }) =>
      readDocIfModified(kontor, caller, params.doc_id, request, reply),
    save: async ({ caller, params, body, request, reply }) => {
      const version = await saveContent(kontor, caller, params.doc_id, body, request.headers['if-match'])
      reply.header('etag', etagOf(version))
      return { version }
    },
    remove: ({ caller, params }) => removeDoc(kontor, caller, params.doc_id),
    restore: ({ caller, params }) => restoreDoc(kontor, caller, params.doc_id),
    copy: async ({ caller, params }) => ({ doc_id: await copyDoc(kontor, caller, params.doc_id) }),
    pdf: ({ caller, params, query, reply }) => printDoc(kontor, caller, params.doc_id, query, reply),
    rename: ({ caller, params, body }) => renameDoc(kontor, caller, params.doc_id, body.name),
    setStatus: ({ caller, params, body }) => setDocStatus(kontor, caller, params.doc_id, body.status),
    massEdit: ({ caller, body }) => setManyStatuses(kontor, caller, body.doc_ids, body.status),
    visibility: ({ caller, params }) => readVisibility(kontor, caller, params.doc_id),
    setPublic: ({ caller, params, body }) => setDocPublic(kontor, caller, params.doc_id, body.public),
    setGroups: ({ caller, params, body }) => setDocGroups(kontor, caller, params.doc_id, body.groups),
    answers: ({ caller, params }) => readAnswers(kontor, caller, params.doc_id),
    answer: ({ caller, params, body }) => saveAnswers(kontor, caller, params.doc_id, body),
    handIn: async ({ caller, params, body }) => ({
      handed_in_at: await handIn(kontor, caller, params.doc_id, body),
    }),
    takeBack: async ({ caller, params }) => ({
      taken_back: await takeBack(kontor, caller, params.doc_id),
    }),
    results: ({ caller, params, query }) => readResults(kontor, caller, params.doc_id, query),
    downloadResults: ({ caller, params, query, reply }) =>
      downloadResults(kontor, caller, params.doc_id, query, reply),
    resetResults: ({ caller, params }) => resetResults(kontor, caller, params.doc_id),
    rounds: ({ caller, params }) => readRounds(kontor, caller, params.doc_id),
    downloadRound: ({ caller, params, reply }) =>
      downloadRound(kontor, caller, params.doc_id, params.round_id, reply),
    uploadImage: {
      beforeLarge: ({ caller, params }) => getDocHead(kontor.db, caller, params.doc_id),
      handle: async ({ caller, params, body }) => ({
        src: await uploadImage(kontor, caller, params.doc_id, body.image),
      }),
    },
    image: async ({ caller, params, reply }) => {
      const { type, bytes } = await getDocImage(kontor.db, caller, params.image_id)
      reply.type(type).header('cache-control', IMMUTABLE_CACHE_CONTROL)
      return bytes
    },
  })
}
