import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { describeApi } from '#server/http/openapi/openapi.ts'
import { routerPathOf } from '#server/http/serve.ts'

/**
 * Checks every answer of every test against the description of the API. If a call answers a status that its
 * description does not contain, the test file fails. Requests that are no call of the contract are ignored, and
 * so are errors of the server.
 */
const describedStatuses = new Map<string, Set<string>>()
for (const [path, operations] of Object.entries(describeApi(api, '').paths))
  for (const [method, { responses }] of Object.entries(operations as Record<string, { responses: object }>))
    describedStatuses.set(`${method.toUpperCase()} ${routerPathOf(path)}`, new Set(Object.keys(responses)))
const contractCalls = new Set<unknown>(
  Object.values(api)
    .flatMap((domain) => Object.values(domain as Record<string, Endpoint>))
    .map(({ method, path }) => `${method} ${routerPathOf(path)}`),
)

export function checkAnswersAgainstContract(app: FastifyInstance) {
  const undescribed = new Set<string>()
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    const call = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`
    if (!contractCalls.has(call) || (statusCode >= 500 && statusCode !== 503)) return
    if (!describedStatuses.get(call)?.has(String(statusCode)))
      undescribed.add(`${call} answers ${statusCode}`)
  })
  return {
    /** Throws if a call has answered an undescribed status. */
    check() {
      if (undescribed.size > 0)
        throw new Error(`The description of the interface does not say: ${[...undescribed].join(', ')}`)
    },
  }
}
