// Refusals of each call for the API description, and routes outside the contract.
import type { Endpoint } from '#contract/endpoint.ts'
import { partWithCallerId } from '#contract/shapes.ts'
import { refusalHeaders } from './headers.ts'

type Content = Record<string, unknown>

export const sessionSecurity = [{ session: [] }]

const isChange = ({ method }: Endpoint) => method !== 'GET'
const needsSession = ({ may }: Endpoint) => may !== 'everyone'
/** True if only some of the signed-in people may make the call. */
const isRestricted = ({ may, mayMore = may }: Endpoint) =>
  [may, mayMore].some((one) => one === 'admin' || one === 'happenings')
const everyEndpoint = () => true

/** True if the schema contains an id, whose row may not exist. */
const hasIdField = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  Object.entries(schema).some(([key, value]) => /_ids?$/.test(key) || hasIdField(value))

type RefusalRule = { says: string; when: (endpoint: Endpoint) => boolean }

/** Refusals that follow from a call's declaration. */
const refusalRules = {
  400: {
    says: 'Die Anfrage ist nicht lesbar, trägt zwei Sitzungen oder ein falsches Passwort',
    when: everyEndpoint,
  },
  401: {
    says: 'Niemand ist angemeldet, oder die Anmeldung ist fehlgeschlagen',
    when: (endpoint) => needsSession(endpoint) || endpoint.session === 'opens',
  },
  403: {
    says: 'Die Berechtigung fehlt, das Passwort ist zu bestätigen, oder die Anfrage kommt von einer fremden Seite',
    when: (endpoint) => isChange(endpoint) || isRestricted(endpoint) || needsSession(endpoint),
  },
  404: {
    says: 'Das gibt es nicht, oder nicht für den Aufrufer',
    when: ({ params, body, hidden }) => params !== undefined || hidden === true || hasIdField(body),
  },
  409: {
    says: 'Was schon da steht, gerade läuft oder die Personalplanung antwortet, lässt es nicht zu',
    when: (endpoint) =>
      (isChange(endpoint) && (needsSession(endpoint) || endpoint.session === 'opens')) ||
      endpoint.limit === 'syncs' ||
      endpoint.ownOnly === true,
  },
  412: {
    says: 'Inzwischen gilt etwas anderes, als der Aufrufer angibt: eine neuere Fassung, oder wer angemeldet ist',
    when: (endpoint) =>
      isChange(endpoint) && (endpoint.versioned ?? partWithCallerId(endpoint) !== undefined),
  },
  413: { says: 'Die Anfrage ist zu groß', when: isChange },
  415: { says: 'Die Anfrage ist kein JSON', when: isChange },
  422: {
    says: 'Eine Angabe ist nicht gültig',
    when: (endpoint) => isChange(endpoint) || endpoint.params !== undefined || endpoint.query !== undefined,
  },
  429: { says: 'Zu viel auf einmal', when: everyEndpoint },
  503: { says: 'Die Datenbank antwortet nicht, oder es ist gerade zu viel zu tun', when: everyEndpoint },
  default: { says: 'Ein Fehler des Servers, mit seiner Nummer im Protokoll', when: everyEndpoint },
} as const satisfies Record<string, RefusalRule>
type Status = `${keyof typeof refusalRules}`

export const describeRefusal = (status: Status, refusal: Content) => ({
  description: refusalRules[status as keyof typeof refusalRules].says,
  ...refusalHeaders(status),
  ...refusal,
})

const describeRefusals = (statuses: Status[], refusal: Content) =>
  Object.fromEntries(statuses.map((status) => [status, describeRefusal(status, refusal)]))

export const refusalsOf = (endpoint: Endpoint, refusal: Content) =>
  describeRefusals(
    (Object.keys(refusalRules) as Status[]).filter((status) =>
      refusalRules[status as keyof typeof refusalRules].when(endpoint),
    ),
    refusal,
  )

/** Routes outside the contract: the service worker. */
export const describeOtherRoutes = (refusal: Content) => ({
  '/sw.js': {
    get: {
      operationId: 'app.worker',
      tags: ['status'],
      summary: 'Der Service Worker der App',
      'x-permission': 'everyone',
      security: [],
      parameters: [],
      responses: {
        200: { description: 'Erfolg', content: { 'text/javascript': { schema: { type: 'string' } } } },
        ...describeRefusals(['429', '503', 'default'], refusal),
      },
    },
  },
})

export const webSocketResponses = ({ live }: Endpoint) =>
  live
    ? {
        101: {
          description:
            'Mit „Upgrade: websocket“, Version 13: die Live-Verbindung. Sie sendet „messages“ und „meta“ und nimmt nichts an.',
        },
      }
    : {}
