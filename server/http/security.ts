import type { FastifyInstance } from 'fastify'
import { refuse } from './errors.ts'

/** Headers of every answer, and the guard against requests that other sites make a browser send. */
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

export function guardEveryAnswer(app: FastifyInstance, publicUrl: URL | undefined) {
  const headers = answerHeaders(publicUrl)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (!safe.has(request.method) && !isOwn(request.headers, publicUrl)) throw refuse('foreign_origin')
  })
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Browsers say in `Sec-Fetch-Site` where a request comes from; older ones only in `Origin`.
 * A client with neither is no browser and carries no one's cookies by accident.
 */
function isOwn(headers: Record<string, unknown>, publicUrl: URL | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return headers.origin === undefined || isOwnOrigin(headers.origin, headers.host, publicUrl)
}

/** Exact equality with the public address, or with the address that was asked. */
export function isOwnOrigin(origin: unknown, host: unknown, publicUrl: URL | undefined): boolean {
  if (publicUrl) return origin === publicUrl.origin
  return typeof host === 'string' && (origin === `http://${host}` || origin === `https://${host}`)
}
