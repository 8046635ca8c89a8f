// Allowed webhook targets: public hosts over https, by the same guard as push, or private hosts named in the
// settings.
import { isIP } from 'node:net'
import { bareHost, fetchConfigured, fetchPublic } from '#server/outgoing.ts'
import { LONGEST_ADDRESS, readHttps } from '#server/push/address.ts'
import { postToService, type ServiceAnswer } from '#server/push/deliver.ts'

type Destination = { url: URL; isOurs: boolean }

/** Undefined if not allowed. `ours`: hosts from `WEBHOOK_PRIVATE_HOSTS`. */
export function destinationOf(address: string, ours: readonly string[] = []): Destination | undefined {
  const named = parsePrivateUrl(address)
  if (named && ours.includes(named.host)) return { url: named, isOurs: true }
  const url = readHttps(address)
  return url && isPublicName(url) ? { url, isOurs: false } : undefined
}

/** Checks only the form of the name: no IP address, and no `localhost`. */
const isPublicName = (url: URL) =>
  isIP(bareHost(url)) === 0 &&
  url.hostname.includes('.') &&
  !url.hostname.endsWith('.') &&
  !url.hostname.endsWith('.localhost')

/** Private hosts may use plain http and other ports. */
function parsePrivateUrl(address: string): URL | undefined {
  if (
    address.length > LONGEST_ADDRESS ||
    !/^https?:\/\/[\x21-\x7e]+$/.test(address) ||
    address.includes('\\')
  )
    return undefined
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined
}

/** For the audit log: the rest of an address often contains a secret. */
export const hostOf = (address: string) => new URL(address).host

/** Sends the message once, without retries. */
export const sendTo = (
  { url, isOurs }: Destination,
  message: { headers: Record<string, string>; body: Buffer },
): Promise<ServiceAnswer> => postToService(isOurs ? fetchConfigured : fetchPublic, url, message)
