// Relying party of passkeys: the host of PUBLIC_URL, or localhost without that setting. Browsers accept no IP
// address and no host without https. The Host header of a request is trusted for localhost only, because a client
// can set it to anything.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/** `id`: the host that passkeys are bound to. */
export type RelyingParty = { origin: string; id: string }

export function relyingPartyOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): RelyingParty | undefined {
  if (publicUrl) {
    const { protocol, hostname, origin } = publicUrl
    const isSafe = protocol === 'https:' || hostname === LOCALHOST
    return isSafe && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { origin, id: hostname } : undefined
  }
  const url = URL.parse(`${protocol}://${host}`)
  return url?.hostname === LOCALHOST ? { origin: url.origin, id: LOCALHOST } : undefined
}

const LOCALHOST = 'localhost'
