import type { Endpoint } from '#contract/endpoint.ts'

/** Headers in the description: those of a request that choose an answer, and those of an answer. */
const text = { type: 'string' }
const tag = { description: 'Die Fassung dieser Antwort', schema: text }

/** Polled answers have a tag as those with versions do. */
const isTagged = ({ versioned, polled }: Endpoint) => versioned === true || polled === true

export function headerParameters(endpoint: Endpoint) {
  if (!isTagged(endpoint)) return []
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
    ...(isTagged(endpoint) && { ETag: tag }),
    ...(endpoint.session && {
      'Set-Cookie': { description: 'Das Cookie „session“: gesetzt, oder leer und abgelaufen', schema: text },
    }),
  }
  return Object.keys(headers).length > 0 ? { headers } : {}
}

/** Without a body: the caller has it. */
export const notModified = (endpoint: Endpoint) =>
  isTagged(endpoint) && endpoint.method === 'GET'
    ? { 304: { description: 'Unverändert', headers: { ETag: tag } } }
    : {}

/** Every call may meet a limit, or a database that cannot answer just now. */
const later = new Set(['429', '503'])
export const refusalHeaders = (status: string) =>
  later.has(status)
    ? {
        headers: {
          'Retry-After': {
            description: 'Nach so vielen Sekunden lohnt sich ein neuer Versuch',
            schema: { type: 'integer' },
          },
        },
      }
    : {}
