import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { defaultBodyLimits } from '#contract/endpoint.ts'
import { registerAuditHooks } from './audit/audit-hooks.ts'
import { auditRoutes } from './audit/routes.ts'
import { passkeyRoutes } from './auth/passkeys/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { factorRoutes } from './auth/second-factor/routes.ts'
import { Sessions } from './auth/sessions.ts'
import { tokenRoutes } from './auth/tokens/routes.ts'
import { FrameCounters } from './chat/live/listener.ts'
import { registerLiveChat } from './chat/live/upgrade.ts'
import { chatRoutes } from './chat/routes.ts'
import { companyRoutes } from './company/routes.ts'
import { getPool } from './db/connect.ts'
import { photoRoutes } from './docs/photos/routes.ts'
import { docRoutes } from './docs/routes.ts'
import { versionRoutes } from './docs/versions/routes.ts'
import { findRoutes } from './find/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { happeningRoutes } from './happenings/routes.ts'
import { guardAccess } from './http/access.ts'
import { parseTrustedProxies } from './http/address.ts'
import { answerError, answerMalformedHttp } from './http/answer-error.ts'
import { refuse } from './http/errors.ts'
import { compileCheck } from './http/input/input.ts'
import { acceptOnlyJson } from './http/input/json-body.ts'
import { limitCalls, limitRequests, shedPolledLists } from './http/limits.ts'
import { Connections, closeGracefully, Drain, serverFactory } from './http/listen.ts'
import type { LogTarget } from './http/log-output.ts'
import { loggerOptions } from './http/logging.ts'
import { serveDescription } from './http/openapi/openapi.ts'
import { serveReference } from './http/openapi/reference.ts'
import { REQUEST_ID, RequestMetrics, requestIdOf, watchRequests } from './http/requests.ts'
import { answerHeaders, guardEveryAnswer } from './http/security.ts'
import { serveWebSources } from './http/web-app/dev-web.ts'
import { serveWebApp } from './http/web-app/web-app.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import type { Kontor } from './kontor.ts'
import { watchProxies } from './nodes/proxies-seen.ts'
import { backupRoutes } from './operation/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { providerRoutes } from './providers/routes.ts'
import { publishingRoutes } from './publishing/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { roundRoutes } from './rounds/routes.ts'
import { shiftRoutes } from './shifts/routes.ts'
import { operationRoutes, statusOf, statusRoutes } from './status/routes.ts'
import { startMonitoring } from './status/watch.ts'
import { todayRoutes } from './today/routes.ts'
import { undoRoutes } from './undo/routes.ts'
import { undoKinds } from './undo-kinds.ts'
import { userRoutes } from './users/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** Builds the app: hooks first, then the routes of all domains. Hooks run in the order of registration. */
export async function buildApp(
  kontor: Kontor,
  { webFolder, isDev = false, log }: { webFolder?: string; isDev?: boolean; log?: LogTarget } = {},
): Promise<FastifyInstance> {
  const { config } = kontor
  const { budgets, news } = kontor
  const sessions = new Sessions(kontor)
  const proxies = parseTrustedProxies(config.trustedProxies)
  const connections = new Connections(proxies)
  const requests = new RequestMetrics()
  const parts = { budgets, callers: sessions }
  const frames = new FrameCounters()
  const drain = new Drain()
  await kontor.company.read()
  const app = Fastify({
    logger: loggerOptions(config.logLevel, log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf(proxies),
    serverFactory: serverFactory({ connections, drain }),
    bodyLimit: defaultBodyLimits.bytes,
    trustProxy: config.trustedProxies,
    routerOptions: { maxParamLength: 1_000 },
    forceCloseConnections: 'idle',
    // Requests that reach this node while it closes are still answered.
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // Errors before routing bypass hooks and the error handler.
    frameworkErrors: (error, request, reply) => {
      request.address = proxies.visitorOf(request.raw)
      const headers = { ...answerHeaders(config.publicUrl), [REQUEST_ID]: request.id }
      void answerError(error, request, reply.headers(headers))
    },
    clientErrorHandler(this: unknown, error, socket) {
      answerMalformedHttp(error, socket, answerHeaders(config.publicUrl), this as FastifyInstance)
    },
  })

  const watch = startMonitoring(app, kontor, {
    requests,
    held: { budgets, connections, frames },
  })
  watchRequests(app, { requests, proxies, accessLog: config.accessLog })
  registerAuditHooks(app, kontor)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw refuse('not_found')
  })
  closeGracefully(app)
  app.decorate('drain', drain)
  acceptOnlyJson(app)
  app.setValidatorCompiler(compileCheck)
  app.decorate('proxiesSeen', watchProxies(app, config, proxies))
  guardEveryAnswer(app, config, proxies)
  await shedPolledLists(app, budgets, () => getPool(kontor.db).state.waiting)
  limitRequests(app, parts)
  app.decorate('news', news)
  app.decorate('sessions', sessions)
  guardAccess(app, sessions)
  limitCalls(app, parts)

  serveDescription(app, config.appName)
  serveReference(app)
  statusRoutes(app, kontor, watch)
  operationRoutes(app, watch)
  auditRoutes(app, kontor)
  authRoutes(app, kontor)
  passkeyRoutes(app, kontor)
  factorRoutes(app, kontor)
  tokenRoutes(app, kontor)
  userRoutes(app, kontor)
  invitationRoutes(app, kontor)
  providerRoutes(app, kontor)
  groupRoutes(app, kontor)
  docRoutes(app, kontor)
  photoRoutes(app, kontor)
  versionRoutes(app, kontor)
  publishingRoutes(app, kontor)
  roundRoutes(app, kontor)
  happeningRoutes(app, kontor)
  shiftRoutes(app, kontor)
  todayRoutes(app, kontor)
  chatRoutes(app, kontor)
  findRoutes(app, kontor)
  registerLiveChat(app, kontor, { connections, proxies, frames })
  pushRoutes(app, kontor)
  jobRoutes(app, kontor)
  undoRoutes(app, kontor, undoKinds)
  backupRoutes(app, kontor)
  webhookRoutes(app, kontor)
  companyRoutes(app, kontor)
  privacyRoutes(app, kontor)
  if (isDev) await serveWebSources(app)
  else if (webFolder) await serveWebApp(app, webFolder, () => statusOf(kontor))
  return app
}
