// Security headers of every answer, and protection against cross-site requests.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { tokenIn } from './access.ts'
import type { TrustedProxies } from './address.ts'
import { refuse } from './errors.ts'

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types kontor ProseMirrorClipboard',
].join('; ')

export function securityHeaders(publicUrl: URL | undefined): Record<string, string> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(publicUrl?.protocol === 'https:' && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

export const answerHeaders = (publicUrl: URL | undefined) => ({
  ...securityHeaders(publicUrl),
  'cache-control': 'no-store',
})

export function guardEveryAnswer(
  app: FastifyInstance,
  { publicUrl }: PublicUrlConfig,
  proxies: TrustedProxies,
) {
  const headers = answerHeaders(publicUrl)
  const isOwnOrigin = createOriginCheck({ publicUrl }, proxies)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw refuse('bad_request')
    // A browser adds no bearer token to a cross-site request by itself. With a token, session cookies are ignored.
    const isSafe = safeMethods.has(request.method) || tokenIn(request.headers) !== undefined
    if (!isSafe && !isSameOrigin(request.raw, isOwnOrigin)) throw refuse('foreign_origin')
    done()
  })
}
type PublicUrlConfig = Pick<Config, 'publicUrl'>

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Same-origin check by `Sec-Fetch-Site`, or `Origin` in older browsers. A client that sends neither is no
 * browser, so no foreign page can make it send cookies.
 */
function isSameOrigin(request: IncomingMessage, isOwnOrigin: (request: IncomingMessage) => boolean): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return request.headers.origin === undefined || isOwnOrigin(request)
}

/**
 * Compares `Origin` exactly with the public address, or without one with the requested scheme, host and port.
 * X-Forwarded-Proto counts only from trusted proxies.
 */
export function createOriginCheck({ publicUrl }: PublicUrlConfig, { isProxy }: TrustedProxies) {
  return ({ headers, socket }: IncomingMessage): boolean => {
    if (publicUrl) return headers.origin === publicUrl.origin
    const protocols = isProxy(socket.remoteAddress ?? '') ? String(headers['x-forwarded-proto'] ?? '') : ''
    // With several proxies, the last value is from the proxy next to this server.
    const isHttps = protocols.split(',').at(-1)?.trim().toLowerCase() === 'https'
    return headers.origin === URL.parse(`${isHttps ? 'https' : 'http'}://${headers.host}`)?.origin
  }
}

/** Base of links: the public address, else the address that the request was sent to. */
export const originOf = ({ publicUrl }: PublicUrlConfig, { protocol, host }: FastifyRequest) =>
  publicUrl?.origin ?? `${protocol}://${host}`
