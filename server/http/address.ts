// Client addresses: one parser for everything that counts, stores or shows them. An owner of an IPv6 address
// has a whole /64, and most providers assign a /48 to a customer: so an IPv6 address is counted by its /64, and
// more loosely by its /48. An IPv4 address, also in IPv6 notation, is counted by itself.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** `fe80::1%eth0`: the suffix is a network interface of this machine. */
const withoutZone = (address: string) => address.split('%', 1)[0] ?? ''

function parseIp(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const plain = withoutZone(address)
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain)
}

/**
 * Canonical form. IPv4 addresses are the common case, bare or as `::ffff:192.0.2.1` from a dual-stack socket, and
 * skip the slower parser.
 */
function canonicalAddress(address: string): string | undefined {
  const dotted = address.startsWith('::ffff:') ? address.slice(7) : address
  return isIPv4(dotted) ? dotted : parseIp(address)?.toString()
}

type NetworkKeys = { near: string; wide: string }

/** All invalid addresses count as one network, so that inventing new ones gains nothing. */
const INVALID_ADDRESS_KEYS: NetworkKeys = { near: 'unreadable', wide: 'unreadable' }

/** Keys under which uses of a limit are counted. */
export function networkKeysOf(address: string): NetworkKeys {
  if (isIPv4(address)) return { near: address, wide: address }
  const ip = parseIp(address)
  if (!ip) return INVALID_ADDRESS_KEYS
  if (!('parts' in ip)) return { near: ip.toString(), wide: ip.toString() }
  const first = (count: number) =>
    ip.parts
      .slice(0, count)
      .map((group) => group.toString(16))
      .join(':')
  return { near: `${first(4)}::/64`, wide: `${first(3)}::/48` }
}

export const networkOf = (address: string): string => networkKeysOf(address).near

/** Loopback: the operator, or a proxy missing in the settings. */
export const isLoopbackAddress = (address: string) => parseIp(address)?.range() === 'loopback'

/** Display form; „unbekannt“ for anything that is no IP address. */
export const formatAddress = (address: string | undefined) => canonicalAddress(address ?? '') ?? 'unbekannt'

/** An entry of X-Forwarded-For. Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function parseForwardedEntry(entry: string): string | undefined {
  const [, bracketed, dotted] = /^(?:\[([^\]]{2,60})\]|([\d.]{7,15}))(?::\d{1,5})?$/.exec(entry) ?? []
  const address = bracketed ?? dotted ?? entry
  return address.length <= LONGEST_ADDRESS ? canonicalAddress(address) : undefined
}
/** In characters, including the name of a network interface. */
const LONGEST_ADDRESS = 60

export type TrustedProxies = ReturnType<typeof parseTrustedProxies>

/**
 * Tells trusted proxies (`TRUSTED_PROXIES`) from visitors: X-Forwarded-For is believed only if a trusted proxy has
 * sent it.
 */
export function parseTrustedProxies(trusted: readonly string[]) {
  const list = new BlockList()
  for (const one of trusted.flatMap((name) => networkKeywords[name] ?? [name])) {
    const [address = '', bits] = one.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  const isProxy = (address: string) => {
    const plain = trusted.length === 0 ? undefined : canonicalAddress(address)
    return plain !== undefined && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
  /**
   * The first hop, counted from this server, that is no trusted proxy. If the header has no further valid
   * address: the last trusted proxy.
   */
  const visitorOf = ({ socket, headers }: IncomingMessage): string => {
    const said = headers[FORWARDED_FOR_HEADER]
    const way = typeof said === 'string' ? said.split(',') : []
    let visitor = formatAddress(socket.remoteAddress)
    while (way.length > 0 && isProxy(visitor)) {
      const next = parseForwardedEntry((way.pop() as string).trim())
      if (next === undefined) break
      visitor = next
    }
    return visitor
  }
  return { isProxy, visitorOf }
}

const FORWARDED_FOR_HEADER = 'x-forwarded-for'

/** Keywords that `TRUSTED_PROXIES` accepts, and their networks. */
const networkKeywords: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
