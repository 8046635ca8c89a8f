// Reads the setting TRUSTED_PROXIES as Fastify does: these proxies are believed about a visitor's address.
import { BlockList, isIP } from 'node:net'

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

export type IsTrusted = (address: string | undefined) => boolean

export function trustedBy(proxies: readonly string[]): IsTrusted {
  const list = new BlockList()
  for (const entry of proxies.flatMap((proxy) => named[proxy] ?? [proxy])) {
    const [net = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(net, familyOf(net))
    else list.addSubnet(net, Number(bits), familyOf(net))
  }
  return (address) => address !== undefined && isIP(address) > 0 && list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
