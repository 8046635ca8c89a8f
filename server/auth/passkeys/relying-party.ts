// Relying party of passkeys: the public address, or localhost without one. Browsers allow none for IP addresses
// or without https, and an address made up by a request must not become one.
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
    const isSafe = protocol === 'https:' || hostname === HERE
    return isSafe && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { origin, id: hostname } : undefined
  }
  const url = URL.parse(`${protocol}://${host}`)
  return url?.hostname === HERE ? { origin: url.origin, id: HERE } : undefined
}

const HERE = 'localhost'
