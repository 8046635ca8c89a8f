// Metrics can be read with the token, or without it from this machine. By DNS rebinding a web page in a browser on
// this machine could read them too. So without the token the Host header must name this machine or PUBLIC_URL.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { isLoopbackAddress } from '#server/http/address.ts'

export function mayReadMetrics(
  { address, headers }: Pick<FastifyRequest, 'address' | 'headers'>,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  const [, token] = /^bearer (.*)$/i.exec(headers.authorization ?? '') ?? []
  if (metricsToken !== undefined && token !== undefined && isSame(token.trimStart(), metricsToken))
    return true
  if (!isLoopbackAddress(address)) return false
  const name = URL.parse(`http://${headers.host}`)?.hostname.replace(/^\[|\]$/g, '')
  return (
    name !== undefined && (name === 'localhost' || isLoopbackAddress(name) || name === publicUrl?.hostname)
  )
}

/** Compares in constant time, so that the duration tells nothing about the token. */
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
const digest = (text: string) => createHash('sha256').update(text).digest()
