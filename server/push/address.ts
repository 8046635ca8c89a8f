// Decides where a push may be sent: to the known services of the browsers, over https. An endpoint comes from a
// browser, so it may be anything. Webhooks are read in the same way, to any name. Whether a name leads to a public
// address is checked when it is asked (outgoing.ts).

export const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
]
export const LONGEST_ADDRESS = 1_000

/** An address over https as it is asked, and undefined where it has a port, a password, or two ways to be read. */
export function readHttps(address: string): URL | undefined {
  if (address.length > LONGEST_ADDRESS || !/^https:\/\/[\x21-\x7e]+$/.test(address) || address.includes('\\'))
    return undefined
  const url = URL.parse(address)
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  return url
}

/** The endpoint as it is asked, or undefined where it is none that we know. */
export function knownEndpoint(endpoint: string): URL | undefined {
  const url = readHttps(endpoint)
  if (!url) return undefined
  const isKnown = services.some((name) => url.hostname === name || url.hostname.endsWith(`.${name}`))
  return isKnown && url.pathname !== '/' ? url : undefined
}
