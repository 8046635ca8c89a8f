import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { describeApi } from '#server/http/openapi/openapi.ts'
import { urlOf } from '#server/http/serve.ts'

/**
 * Every answer in every test is held against the description of the interface: a status that it does not name for the
 * call fails the file in which it came. What is no call of the contract, and errors of the server, are not looked at.
 */
const described = new Map<string, Set<string>>()
for (const [path, operations] of Object.entries(describeApi(api, '').paths))
  for (const [method, { responses }] of Object.entries(operations as Record<string, { responses: object }>))
    described.set(`${method.toUpperCase()} ${urlOf(path)}`, new Set(Object.keys(responses)))
const calls = new Set<unknown>(
  Object.values(api)
    .flatMap((domain) => Object.values(domain as Record<string, Endpoint>))
    .map(({ method, path }) => `${method} ${urlOf(path)}`),
)

export function watchAnswers(app: FastifyInstance) {
  const undescribed = new Set<string>()
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    const call = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`
    if (!calls.has(call) || (statusCode >= 500 && statusCode !== 503)) return
    if (!described.get(call)?.has(String(statusCode))) undescribed.add(`${call} answers ${statusCode}`)
  })
  return {
    /** Throws when there was one. */
    check() {
      if (undescribed.size > 0)
        throw new Error(`The description of the interface does not say: ${[...undescribed].join(', ')}`)
    },
  }
}
