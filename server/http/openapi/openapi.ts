// Converts the contract to OpenAPI 3.1.0. A schema with a title becomes a component.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Api, api } from '#contract/api.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#contract/shapes.ts'
import { scopesFor } from '#contract/token-reach.ts'
import { networkOf } from '../address.ts'
import { matchesEtag } from '../serve.ts'
import {
  describeOtherRoutes,
  describeRefusal,
  refusalsOf,
  sessionSecurity,
  webSocketResponses,
} from './answers.ts'
import { answerHeaders, describeNotModified, headerParameters } from './headers.ts'

type Schema = Record<string, unknown>

/**
 * Generates the description on first use and caches it: half a megabyte, equal for all callers. Downloads are
 * limited per network.
 */
export function serveDescription(app: FastifyInstance, name: string) {
  let made: { description: Buffer; etag: string } | undefined
  app.get('/openapi.json', { config: { may: 'everyone' } }, ({ headers, address }, reply) => {
    made ??= serialiseDescription(name)
    reply.header('etag', made.etag)
    if (matchesEtag(headers['if-none-match'], made.etag)) return reply.code(304).send()
    app.budgets.spend('descriptions', networkOf(address))
    return reply.type('application/json; charset=utf-8').send(made.description)
  })
}

function serialiseDescription(name: string) {
  const description = Buffer.from(JSON.stringify(describeApi(api, name)))
  return { description, etag: `"${createHash('sha256').update(description).digest('base64url')}"` }
}

export function describeApi(api: Api, name: string) {
  const components: Record<string, Schema> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, domain] of Object.entries(api)) {
    for (const [call, endpoint] of Object.entries(domain as Record<string, Endpoint>)) {
      const operation = describeCall(tag, call, endpoint, components)
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
    }
  }
  const refusal = mediaContent('application/json', hoist(Refusal, components))
  Object.assign(paths, describeOtherRoutes(refusal))
  return {
    openapi: '3.1.0',
    info: { title: name, version: '0.1.0' },
    tags: Object.keys(api).map((tag) => ({ name: tag })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description:
            'Das Anmelden setzt es; solange es benutzt wird, setzen Antworten es von Zeit zu Zeit neu.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Ein API-Token für Programme, „kontor_…“. Wo es steht, zählen Cookies nicht. Es genügt eines der Rechte, die ein Aufruf nennt; Aufrufe ohne diesen Eintrag sind mit einem Token nicht zu erreichen.',
        },
      },
    },
  }
}

function describeCall(tag: string, call: string, endpoint: Endpoint, components: Record<string, Schema>) {
  const { says, may, params, query, body, answer } = endpoint
  const refusal = mediaContent('application/json', hoist(Refusal, components))
  const refusedLike = (status: 404 | 409, schema: Endpoint['conflict']) =>
    schema && {
      [status]: describeRefusal(`${status}`, mediaContent('application/json', hoist(schema, components))),
    }
  const mediaType = (answer as { contentMediaType?: string }).contentMediaType ?? 'application/json'
  return {
    operationId: `${tag}.${call}`,
    tags: [tag],
    summary: says,
    description: `Berechtigung: ${permissionLabels[may]}. API-Token: ${describeScopes(endpoint)}.`,
    'x-permission': may,
    security:
      may === 'everyone'
        ? []
        : [...sessionSecurity, ...scopesFor(endpoint).map((scope) => ({ token: [scope] }))],
    parameters: [...parameters('path', params), ...parameters('query', query), ...headerParameters(endpoint)],
    ...(body && {
      requestBody: { required: true, ...mediaContent('application/json', hoist(body, components)) },
    }),
    responses: {
      '200': {
        description: 'Erfolg',
        ...answerHeaders(endpoint),
        ...mediaContent(mediaType, hoist(answer, components)),
      },
      ...webSocketResponses(endpoint),
      ...describeNotModified(endpoint),
      ...refusalsOf(endpoint, refusal),
      ...refusedLike(409, endpoint.conflict),
      ...refusedLike(404, endpoint.missing),
    },
  }
}

const permissionLabels: Record<Access, string> = {
  everyone: 'ohne Anmeldung',
  staff: 'alle Angemeldeten',
  happenings: 'wer Veranstaltungen sieht',
  admin: 'nur Admins',
}

/** Scopes of a call, one of which a token needs. */
const describeScopes = (endpoint: Endpoint) =>
  scopesFor(endpoint).join(' | ') || (endpoint.may === 'everyone' ? 'nicht nötig' : 'nicht zu erreichen')

const mediaContent = (mediaType: string, schema: Schema) => ({ content: { [mediaType]: { schema } } })

function parameters(place: 'path' | 'query', schema: unknown) {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in value)),
    schema: value,
  }))
}

/** Moves titled schemas to the components and leaves references. */
function hoist(schema: unknown, components: Record<string, Schema>): Schema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    if (typeof value !== 'object' || value === null) return value
    return hoist(value, components)
  }
  const plain = Object.fromEntries(
    Object.entries(schema as Schema).map(([key, value]) => [key, inner(value)]),
  )
  if (typeof plain.title !== 'string') return plain
  // A nullable schema refers to the same component.
  const isNullable = Array.isArray(plain.type)
  components[plain.title] = isNullable ? withoutNull(plain) : plain
  const reference = { $ref: `#/components/schemas/${plain.title}` }
  return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference
}

function withoutNull({ type, enum: words, ...rest }: Schema): Schema {
  const [only] = type as string[]
  return {
    ...rest,
    type: only,
    ...(words !== undefined && { enum: (words as unknown[]).filter((word) => word !== null) }),
  }
}
