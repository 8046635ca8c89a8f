// Where a webhook may be sent: over https to a name that is public, by the very guard of notifications; or to a host
// of the house that whoever runs the server has named.
import { isIP } from 'node:net'
import { askNamed, askPublic, bareHost } from '#server/outgoing.ts'
import { LONGEST_ADDRESS, readHttps } from '#server/push/address.ts'
import { type Answer, post } from '#server/push/deliver.ts'

type Destination = { url: URL; isOurs: boolean }

/** Undefined where nothing may be sent. `ours`: hosts as `WEBHOOK_PRIVATE_HOSTS` names them. */
export function destinationOf(address: string, ours: readonly string[] = []): Destination | undefined {
  const named = readOurs(address)
  if (named && ours.includes(named.host)) return { url: named, isOurs: true }
  const url = readHttps(address)
  return url && isPublicName(url) ? { url, isOurs: false } : undefined
}

/**
 * By its form: a number in place of a name is looked up by nobody, and what is `localhost` never leaves the machine.
 */
const isPublicName = (url: URL) =>
  isIP(bareHost(url)) === 0 &&
  url.hostname.includes('.') &&
  !url.hostname.endsWith('.') &&
  !url.hostname.endsWith('.localhost')

/** In the clear, and at other ports, too. */
function readOurs(address: string): URL | undefined {
  if (
    address.length > LONGEST_ADDRESS ||
    !/^https?:\/\/[\x21-\x7e]+$/.test(address) ||
    address.includes('\\')
  )
    return undefined
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined
}

/** For the audit log, and whoever reads it: the rest of an address is often a secret. */
export const hostOf = (address: string) => new URL(address).host

/** One try. */
export const sendTo = (
  { url, isOurs }: Destination,
  message: { headers: Record<string, string>; body: Buffer },
): Promise<Answer> => post(isOurs ? askNamed : askPublic, url, message)
