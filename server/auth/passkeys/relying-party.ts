// The relying party of passkeys: the public address, or this very machine where nothing is set. Browsers have none for bare
// numbers and none without https, and an address that a request makes up shall get none either.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/** `id`: the host that a passkey is made for, and is shown to alone. */
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
