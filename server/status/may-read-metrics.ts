// Figures are for who holds the token, and for the machine itself. A page that a browser on this machine has open
// reaches it too, under a name that it makes point here (DNS rebinding): so without the token the name must be one of
// ours.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { isOwnMachine } from '#server/http/address.ts'

export function mayReadMetrics(
  { address, headers }: Pick<FastifyRequest, 'address' | 'headers'>,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  const [, given] = /^bearer (.*)$/i.exec(headers.authorization ?? '') ?? []
  if (metricsToken !== undefined && given !== undefined && isSame(given.trimStart(), metricsToken))
    return true
  if (!isOwnMachine(address)) return false
  const name = URL.parse(`http://${headers.host}`)?.hostname.replace(/^\[|\]$/g, '')
  return name !== undefined && (name === 'localhost' || isOwnMachine(name) || name === publicUrl?.hostname)
}

/** How long it takes says nothing of where two texts differ. */
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
const digest = (text: string) => createHash('sha256').update(text).digest()
