import type { FastifyInstance } from 'fastify'
import { operation } from '#contract/operation.ts'
import { status } from '#contract/status.ts'
import { getPool, isWritable } from '#server/db/connect.ts'
import { READ_ONLY_SENTENCE, refuse } from '#server/http/errors.ts'
import { SHUTDOWN_SENTENCE } from '#server/http/listen.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { version } from '#server/version.ts'
import { mayReadMetrics } from './may-read-metrics.ts'
import { renderMetrics } from './metrics.ts'
import { readOperation } from './read-operation.ts'
import { sendTestMail } from './test-mail.ts'
import type { Monitoring } from './watch.ts'

const ok = { status: 'ok' } as const

/** Public status, visible before signing in. */
export const statusOf = ({ company, config, build }: Kontor) => ({
  name: company.name,
  logo: company.logoPath,
  hash: build,
  version,
  can_mail: config.mail !== undefined,
  providers: config.providers.map(({ key, name }) => ({ key, name })),
})

export function statusRoutes(app: FastifyInstance, kontor: Kontor, watch: Monitoring) {
  const { config, db } = kontor
  serve(app, status, {
    status: () => statusOf(kontor),
    live: () => ok,
    ready: async () => {
      if (app.drain.isOn) throw refuse('unavailable', SHUTDOWN_SENTENCE)
      // A balancer should use another node, which may reach a writable database.
      if (!(await isWritable(db)) || getPool(db).isFull) throw refuse('unavailable', READ_ONLY_SENTENCE)
      return ok
    },
    metrics: ({ request }) => {
      if (!mayReadMetrics(request, config)) throw refuse('not_found')
      return renderMetrics(watch)
    },
  })
}

/** Routes of the page „Betrieb“. */
export function operationRoutes(app: FastifyInstance, watch: Monitoring) {
  serve(app, operation, {
    state: () => readOperation(watch),
    testMail: ({ caller, body: { email } }) => sendTestMail(watch.kontor, caller, email),
  })
}
