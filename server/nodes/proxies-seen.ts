import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { parseTrustedProxies, type TrustedProxies } from '#server/http/address.ts'
import type { ProxiesSeen } from './store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    proxiesSeen: ProxiesSeen
  }
}

/** Observes the headers of the proxy in front, and warns once about each missing setting. */
export function watchProxies(
  app: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { isProxy }: TrustedProxies,
): ProxiesSeen {
  // The header can be forged, but from a private network it most likely comes from a proxy.
  const near = parseTrustedProxies(['linklocal', 'uniquelocal'])
  const seen: ProxiesSeen = { proxiedAt: undefined, secureAt: undefined, stranger: undefined }
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': forwarded, 'x-forwarded-proto': protocol } = request.headers
    if (forwarded === undefined && protocol === undefined) return done()
    const from = request.socket.remoteAddress ?? ''
    if (isProxy(from)) {
      seen.proxiedAt = new Date()
      if (protocol === 'https') {
        if (!seen.secureAt && !publicUrl)
          app.log.warn({ event: 'setting.no_public_url' }, missingPublicUrlWarning)
        seen.secureAt = seen.proxiedAt
      }
    } else if (near.isProxy(from) && seen.stranger === undefined) {
      seen.stranger = from
      app.log.warn({ event: 'setting.proxy_not_trusted', address: from }, unknownProxyWarning(from))
    }
    done()
  })
  return seen
}

export const missingPublicUrlWarning =
  'Vor dem Server steht ein Proxy mit https, und PUBLIC_URL ist nicht gesetzt: Cookies sind weniger geschützt, und Browser werden nicht an https gebunden. Bitte setzen Sie PUBLIC_URL.'

export const unknownProxyWarning = (address: string) =>
  `Von ${address} kommen weitergeleitete Anfragen, und die Adresse steht nicht in TRUSTED_PROXIES. Ist das Ihr Proxy, gilt er für alle als ein einziger Besucher: Bitte nehmen Sie ihn auf.`
