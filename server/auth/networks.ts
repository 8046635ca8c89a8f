// The networks that an address belongs to, as texts to count by. Whoever has one IPv6 address has a whole /64 of
// them, and most providers give a customer a /48: an IPv6 address stands for its /64, and more loosely for its /48.
// An IPv4 address, also one that is written as IPv6, stands for itself alone.
import { isIP } from 'node:net'

export type Networks = { near: string; wide: string }

export function networksOf(address: string): Networks {
  const plain = withoutZone(address).toLowerCase()
  if (isIP(plain) === 4) return { near: plain, wide: plain }
  if (isIP(plain) !== 6) return UNREADABLE
  const groups = groupsOf(plain)
  const mapped = mappedOf(groups)
  if (mapped) return { near: mapped, wide: mapped }
  const first = (count: number) =>
    groups
      .slice(0, count)
      .map((group) => group.toString(16))
      .join(':')
  return { near: `${first(4)}::/64`, wide: `${first(3)}::/48` }
}

/** Loopback: behind it stands whoever runs the server, or a proxy that was not named. */
export const isOwnMachine = (address: string) =>
  withoutZone(address) === '::1' || networksOf(address).near.startsWith('127.')

/** `fe80::1%eth0`: the part behind the percent sign is the name of a card in this machine. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? ''
}

/** All texts that are no address count as one network, so that nobody makes up new ones. */
const UNREADABLE: Networks = { near: 'unreadable', wide: 'unreadable' }

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const last = address.lastIndexOf(':') + 1
  const [a = 0, b = 0, c = 0, d = 0] = address.slice(last).split('.').map(Number)
  const isDotted = address.includes('.')
  const dotted = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  const hexadecimal = isDotted ? address.slice(0, last) + dotted : address
  const [front = [], back = []] = hexadecimal
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))))
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back]
}

/** `::ffff:192.0.2.1`: how a socket for both kinds tells of an IPv4 address. */
function mappedOf(groups: number[]): string | undefined {
  const [marker, high = 0, low = 0] = groups.slice(5)
  if (marker !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return undefined
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
