// Allow list of push endpoints: known services of browsers, over https. Endpoints come from browsers and can be
// anything. Webhook addresses are parsed by the same rules, for any host. That a host is on the public internet
// is checked when connecting (outgoing.ts).

export const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
]
export const LONGEST_ADDRESS = 1_000

/** Parses an https address; undefined if it has a port or password, or is ambiguous. */
export function readHttps(address: string): URL | undefined {
  if (address.length > LONGEST_ADDRESS || !/^https:\/\/[\x21-\x7e]+$/.test(address) || address.includes('\\'))
    return undefined
  const url = URL.parse(address)
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  return url
}

/** The service of a host: `db5p.notify.windows.com` is one of `notify.windows.com`. */
const findService = (host: string) => services.find((name) => host === name || host.endsWith(`.${name}`))

/** The endpoint if its service is known, else undefined. */
export function knownEndpoint(endpoint: string): URL | undefined {
  const url = readHttps(endpoint)
  return url && findService(url.hostname) !== undefined && url.pathname !== '/' ? url : undefined
}

/** Known service of a stored endpoint, or else its host. */
export function serviceOf(endpoint: string): string {
  const { hostname } = new URL(endpoint)
  return findService(hostname) ?? hostname
}
