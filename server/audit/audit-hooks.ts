// Gives each request an audit context. Logs a line per audited change, except for frequent actions. For a changing
// call by an API token, writes an audit row if the call itself wrote none.
import type { FastifyInstance } from 'fastify'
import type { Kontor } from '#server/kontor.ts'
import { audit, type RequestContext, requestContext } from './audit.ts'
import { RefusalRecorder } from './refusals.ts'

declare module 'fastify' {
  interface FastifyInstance {
    refusals: RefusalRecorder
  }
  interface FastifyRequest {
    auditContext: RequestContext | undefined
  }
}

export function registerAuditHooks(app: FastifyInstance, kontor: Kontor) {
  const { logLevel } = kontor.config
  // At the default log level `warn`, changes are logged too, although their lines have level `info`.
  const log = app.log.child({}, { level: logLevel === 'warn' ? 'info' : logLevel })
  const refusals = new RefusalRecorder(kontor, log)
  app.decorate('refusals', refusals)
  app.addHook('onClose', () => refusals.close())

  app.decorateRequest('auditContext', undefined)
  // In `preHandler`, i.e. after the body is read: the events of the body's stream would lose the async context.
  // WebSocket messages run outside of any request, so they have no context.
  app.addHook('preHandler', (request, _reply, done) => {
    const { caller, address } = request
    request.auditContext = { by: caller?.id, address, token: caller?.token, written: [] }
    requestContext.run(request.auditContext, done)
  })
  // Some changes write no audit row, because the changed data is record enough. If an API token made the
  // change, a row is written all the same.
  app.addHook('onSend', async ({ auditContext: context, method, caller, routeOptions }, { statusCode }) => {
    if (!context?.token || !caller || method === 'GET' || method === 'HEAD') return
    if (statusCode >= 400 || context.written.length > 0) return
    const route = `${method} ${routeOptions.url}`
    await requestContext.run(context, () => audit(kontor.db, caller.id, 'token.use', { route }))
  })
  app.addHook('onResponse', ({ auditContext, id }, { statusCode }, done) => {
    done()
    if (!auditContext || statusCode >= 400) return
    for (const { action, by, subject } of auditContext.written) {
      if (isUnloggedAction(action)) continue
      const { address } = auditContext
      log.info(
        { event: action, user_id: by, address, request_id: id, ...withoutNames(action, subject) },
        'changed',
      )
    }
  })
}

/** Frequent actions get a row, but no line in the log. */
const isUnloggedAction = (action: string) => /^(chat|push)\.|^doc\.(answer|save|image)$/.test(action)

const MAX_LOGGED_IDS = 50

/** Selects what the log may contain: ids, numbers and states, but no names. */
function withoutNames(action: string, subject: Record<string, unknown>): Record<string, unknown> {
  const isPlain = (name: string, value: unknown) =>
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (Array.isArray(value) && value.every((one) => typeof one === 'number')) ||
    (typeof value === 'string' && (name === 'status' || action.endsWith('.status')))
  return Object.fromEntries(
    Object.entries(subject)
      .filter(([name, value]) => isPlain(name, value))
      .map(([name, value]) => [
        // The log line already has `user_id` for the acting user.
        name === 'user_id' ? 'account_id' : name,
        Array.isArray(value) ? value.slice(0, MAX_LOGGED_IDS) : value,
      ]),
  )
}
