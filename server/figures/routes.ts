import type { FastifyInstance } from 'fastify'
import { operation } from '#contract/operation.ts'
import { serve } from '#server/http/serve.ts'
import { readOperation } from './read-operation.ts'
import type { Watch } from './watch.ts'

export function operationRoutes(app: FastifyInstance, watch: Watch) {
  serve(app, operation, { state: () => readOperation(watch) })
}
