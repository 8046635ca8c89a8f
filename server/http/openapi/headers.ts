// Request and response headers in the API description.
import type { Endpoint } from '#contract/endpoint.ts'

const text = { type: 'string' }
const tag = { description: 'Die Fassung dieser Antwort', schema: text }

/** Polled and versioned answers have an ETag. */
const hasEtag = ({ versioned, polled }: Endpoint) => versioned === true || polled === true

export function headerParameters(endpoint: Endpoint) {
  if (!hasEtag(endpoint)) return []
  const { method } = endpoint
  const name = method === 'GET' ? 'If-None-Match' : 'If-Match'
  const description =
    method === 'GET'
      ? 'ETags, die der Aufrufer schon hat; ist der neueste darunter, ist die Antwort 304'
      : 'ETags, über denen gespeichert werden darf; ist die heutige Fassung eine andere, ist die Antwort 412'
  return [{ name, in: 'header', required: false, description, schema: text }]
}

export const answerHeaders = (endpoint: Endpoint) => {
  const headers = {
    ...(hasEtag(endpoint) && { ETag: tag }),
    ...(endpoint.session && {
      'Set-Cookie': { description: 'Das Cookie „session“: gesetzt, oder leer und abgelaufen', schema: text },
    }),
  }
  return Object.keys(headers).length > 0 ? { headers } : {}
}

export const describeNotModified = (endpoint: Endpoint) =>
  hasEtag(endpoint) && endpoint.method === 'GET'
    ? { 304: { description: 'Unverändert', headers: { ETag: tag } } }
    : {}

/** Every call may hit a limit or an unavailable database. */
const retryableStatuses = new Set(['429', '503'])
export const refusalHeaders = (status: string) =>
  retryableStatuses.has(status)
    ? {
        headers: {
          'Retry-After': {
            description: 'Nach so vielen Sekunden lohnt sich ein neuer Versuch',
            schema: { type: 'integer' },
          },
        },
      }
    : {}
