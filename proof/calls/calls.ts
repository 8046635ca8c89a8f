// All calls of the contract as a flat list, and the few other routes.
import type { TSchema } from 'typebox'
import { api } from '#contract/api.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'

/** `endpoint` is what the server reads; the rest is a copy of it, so that a changed contract is noticed. */
export type Call = Readonly<Endpoint> & { name: string; endpoint: Endpoint }

export const calls: Call[] = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    ...endpoint,
    name: `${domain}.${name}`,
    endpoint,
  })),
)

/** Served without being calls: the description of the calls, and the browser part. */
export const otherRoutes: { path: string; may: Access }[] = [
  ...['/openapi.json', '/sw.js', '/', '/ui', '/ui/*'].map((path) => ({ path, may: 'everyone' as const })),
  ...['', 'page.css', 'scheme.js', 'start.js', 'swagger-ui.css', 'swagger-ui-bundle.js'].map((name) => ({
    path: `/api/${name}`,
    may: 'admin' as const,
  })),
]

export const isSafe = ({ method }: { method: string }) => method === 'GET' || method === 'HEAD'

/** Path in Fastify's notation: `/docs/:doc_id/`. */
export const routeOf = (path: string) =>
  path.replace(/\{(\w+)\}\./g, ':$1(^\\d+).').replace(/\{(\w+)\}/g, ':$1')

export const title = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

export type Properties = Record<string, TSchema & Record<string, unknown>>
export const propertiesOf = (schema: TSchema | undefined) =>
  ((schema ?? {}) as { properties?: Properties }).properties ?? {}
