// Decides where a push may be sent: to the known services of the browsers, over https, and never to an address that
// is not a public one. An endpoint comes from a browser, so it may be anything. Webhooks go through the same guard,
// to any name.
import { BlockList, isIP } from 'node:net'

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

/** Networks that are somebody's own, special, or nobody's (IANA's registries of special addresses). */
const special = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
}
const blocked = new BlockList()
for (const [family, networks] of Object.entries(special)) {
  for (const network of networks) {
    const [address, bits] = network.split('/') as [string, string]
    blocked.addSubnet(address, Number(bits), family as 'ipv4' | 'ipv6')
  }
}
/** All that is public of IPv6 lies in here; what is mapped from IPv4, local or reserved does not. */
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !blocked.check(address, 'ipv4')
  if (family === 6)
    return !address.includes('%') && publicV6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
  return false
}
