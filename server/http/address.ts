// Where a request comes from: one reading of addresses for all that counts, keeps or shows them. Whoever has one IPv6
// address has a whole /64 of them, and most providers give a customer a /48: an IPv6 address stands for its /64, and more
// loosely for its /48. An IPv4 address, also one that is written as IPv6, stands for itself alone.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** `fe80::1%eth0`: the part behind the percent sign is the name of a card in this machine. */
const withoutZone = (address: string) => address.split('%', 1)[0] ?? ''

function read(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const plain = withoutZone(address)
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain)
}

/**
 * The one way to write it. Most are written so already: `192.0.2.1`, or `::ffff:192.0.2.1` from a socket for both kinds.
 */
function plainForm(address: string): string | undefined {
  const dotted = address.startsWith('::ffff:') ? address.slice(7) : address
  return isIPv4(dotted) ? dotted : read(address)?.toString()
}

type Networks = { near: string; wide: string }

/** All texts that are no address count as one network, so that nobody makes up new ones. */
const UNREADABLE: Networks = { near: 'unreadable', wide: 'unreadable' }

/** As texts to count by. */
export function networksOf(address: string): Networks {
  if (isIPv4(address)) return { near: address, wide: address }
  const ip = read(address)
  if (!ip) return UNREADABLE
  if (!('parts' in ip)) return { near: ip.toString(), wide: ip.toString() }
  const first = (count: number) =>
    ip.parts
      .slice(0, count)
      .map((group) => group.toString(16))
      .join(':')
  return { near: `${first(4)}::/64`, wide: `${first(3)}::/48` }
}

export const networkOf = (address: string): string => networksOf(address).near

/** Loopback: behind it stands whoever runs the server, or a proxy that was not named. */
export const isOwnMachine = (address: string) => read(address)?.range() === 'loopback'

/** For people; a proxy may hand on anything. */
export const plainAddress = (address: string | undefined) => plainForm(address ?? '') ?? 'unbekannt'

/**
 * What a proxy says of where a request came from. Some name the port as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
 */
function forwarded(entry: string): string | undefined {
  const [, bracketed, dotted] = /^(?:\[([^\]]{2,60})\]|([\d.]{7,15}))(?::\d{1,5})?$/.exec(entry) ?? []
  const address = bracketed ?? dotted ?? entry
  return address.length <= LONGEST ? plainForm(address) : undefined
}
/** Characters of an address, with the name of a card. */
const LONGEST = 60

export type Proxies = ReturnType<typeof proxiesOf>

/** The proxies of the setting `TRUSTED_PROXIES`. */
export function proxiesOf(trusted: readonly string[]) {
  const list = new BlockList()
  for (const one of trusted.flatMap((name) => networks[name] ?? [name])) {
    const [address = '', bits] = one.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  const isProxy = (address: string) => {
    const plain = trusted.length === 0 ? undefined : plainForm(address)
    return plain !== undefined && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
  /** The first on the way back that is no proxy of ours; where a proxy names no address, that proxy. */
  const visitorOf = ({ socket, headers }: IncomingMessage): string => {
    const said = headers[FORWARDED]
    const way = typeof said === 'string' ? said.split(',') : []
    let visitor = plainAddress(socket.remoteAddress)
    while (way.length > 0 && isProxy(visitor)) {
      const next = forwarded((way.pop() as string).trim())
      if (next === undefined) break
      visitor = next
    }
    return visitor
  }
  return { isProxy, visitorOf }
}

const FORWARDED = 'x-forwarded-for'

/** The words of the setting. */
const networks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
