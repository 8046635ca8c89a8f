import type { FastifyInstance } from 'fastify'
import { undo } from '#contract/undo.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import type { UndoKinds } from './keep-undo.ts'
import { undoChange } from './undo-change.ts'

export function undoRoutes(app: FastifyInstance, kontor: Kontor, kinds: UndoKinds) {
  serve(app, undo, {
    undo: ({ caller, params }) => undoChange(kontor, kinds, caller, params.undo_id),
  })
}
