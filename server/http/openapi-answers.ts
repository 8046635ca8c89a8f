import type { Endpoint } from '#contract/endpoint.ts'
import { refusalHeaders, refusesOldVersion, waiting } from './openapi-headers.ts'

/** What each call can be refused with, and what is no call of the contract. */
type Content = Record<string, unknown>

export const signedIn = [{ session: [] }, { hostSession: [] }]

export const refusedWith = (status: string, refusal: Content) => ({
  description: 'Ablehnung',
  ...refusalHeaders(status),
  ...refusal,
})

export function refusalsOf(endpoint: Endpoint): string[] {
  const { method, path, may, params, query, body } = endpoint
  const isChange = method !== 'GET'
  return [
    '400', // unreadable, or two sessions
    ...(may !== 'everyone' || path === '/auth/login/' ? ['401'] : []),
    // A change may come from a foreign page, and what is asked for may be somebody else's.
    ...(isChange || may === 'admin' || may === 'happenings' ? ['403'] : []),
    ...(params ? ['404'] : []),
    // What stands there already, or runs, forbids it.
    ...(isChange && may !== 'everyone' ? ['409'] : []),
    ...refusesOldVersion(endpoint),
    ...(isChange ? ['413', '415'] : []),
    ...(params || query || body ? ['422'] : []),
    ...waiting,
    'default',
  ]
}

/** The worker of the app. */
export function describeBeside(refusal: Content) {
  const refused = (statuses: readonly string[]) =>
    Object.fromEntries(statuses.map((status) => [status, refusedWith(status, refusal)]))
  return {
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
          ...refused([...waiting, 'default']),
        },
      },
    },
  }
}

/** A chat is also heard live, under its own address. */
export const liveAnswers = ({ method, path }: Endpoint) =>
  method === 'GET' && /^\/chat\/\{\w+\}\/\{\w+\}\/$/.test(path)
    ? {
        101: {
          description:
            'Mit „Upgrade: websocket“, Version 13: die Live-Verbindung. Sie sendet „messages“ und „meta“ und nimmt nichts an.',
        },
      }
    : {}
