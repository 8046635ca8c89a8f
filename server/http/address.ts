// Tells where a request comes from, and which addresses are counted as one.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * An IPv4 address, or the /64 that a household or a company is given of IPv6: one machine has all of it to choose
 * from.
 */
export function networkOf(address: string): string {
  const plain = withoutPrefix(address)
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** `::ffff:10.0.0.1` is `10.0.0.1`. */
const withoutPrefix = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

/** A proxy may hand on anything. */
export const plainAddress = (address: string | undefined) =>
  address !== undefined && isIP(address) ? address.replace(/^::ffff:(?=\d+\.)/i, '') : 'unbekannt'

export type Proxies = ReturnType<typeof proxiesOf>

/**
 * The proxies of the setting `TRUSTED_PROXIES`, where a request has not got as far as the framework, which knows them
 * too.
 */
export function proxiesOf(trusted: readonly string[]) {
  const list = new BlockList()
  for (const one of trusted.flatMap((name) => networks[name] ?? [name])) {
    const [address = '', bits] = one.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  const isProxy = (address: string) => {
    const plain = withoutPrefix(address)
    return isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
  /** The first on the way back that is no proxy of ours. */
  const visitorOf = ({ socket, headers }: IncomingMessage): string => {
    const said = headers['x-forwarded-for']
    const way = typeof said === 'string' ? said.split(',').map((address) => address.trim()) : []
    let visitor = socket.remoteAddress ?? ''
    while (way.length > 0 && isProxy(visitor)) visitor = way.pop() as string
    return visitor
  }
  return { isProxy, visitorOf }
}

/** The words of the setting. */
const networks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
